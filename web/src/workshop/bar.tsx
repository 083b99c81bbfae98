// Beginning with another file, and taking one's own away.

import { workshop } from "virtual:texts/workshop";
import { useRef, useState } from "preact/hooks";
import { engine } from "../engine/load";
import { packed } from "../engine/packed";
import { sealed } from "../engine/whole";
import { saveFile, slug, textOf } from "../files";
import type { GameModel } from "../game/model";
import { TOO_LONG } from "../route";
import { messageOf, shown } from "../summary";
import { copyText } from "../views/clipboard";
import { Dialog } from "../views/dialog";
import { Drop } from "../views/drop";
import { usePromised } from "../views/hooks";
import { Failure } from "../views/problem";
import type { Actions } from "./assisted";
import type { Draft } from "./draft";
import { type Item, Menu } from "./menu";
import { addressOf } from "./share";

interface Properties {
  /** The text in the editor. */
  text: () => string;
  /** Its mode, if it has no errors: what it is called, and a game of it. */
  mode: { title: string; model: GameModel } | null;
  actions: Actions | null;
  /** Puts another text into the editor, or a draft. */
  replace: (next: string | Draft) => void;
  /** Deletes the draft in the editor, if it is one. */
  remove: (() => void) | null;
}

export function Bar({ text, mode, actions, replace, remove }: Properties) {
  const [said, setSaid] = useState("");
  const [isBeginning, setBeginning] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const doing = (work: () => Promise<string>) => () => {
    work().then(setSaid, (error: unknown) => setSaid(messageOf(error)));
  };
  const link = async () => {
    const address = `${location.origin}${location.pathname}${await addressOf(text())}`;
    await copyText(address);
    if (address.length <= TOO_LONG) return workshop.linkCopied;
    return workshop.linkCopiedLong({ length: shown(address.length), most: shown(TOO_LONG) });
  };
  const code = async () => (await mode?.model.engineGame?.ask("code", "mode")) ?? "";
  const copyCode = async () => {
    await copyText(await code());
    return workshop.codeCopied;
  };
  /** Address of a new game of the mode on the site. */
  const toPlay = async () => new URL(`./#/packed/${sealed(await packed(await code()))}`, location.href).href;
  const play = async () => {
    open(await toPlay(), "_blank", "noopener");
    return workshop.openedOnSite;
  };
  const share = async () => {
    const url = await toPlay();
    try {
      if (navigator.share) {
        await navigator.share({ title: mode?.title ?? "", url });
        return "";
      }
    } catch (error) {
      // A person who changes their mind is no error; what can't be shared is copied.
      if (error instanceof DOMException && error.name === "AbortError") return "";
    }
    await copyText(url);
    if (url.length <= TOO_LONG) return workshop.playCopied;
    return workshop.playCopiedLong({ length: shown(url.length), most: shown(TOO_LONG) });
  };
  const take = async (chosen: File | undefined) => {
    if (!chosen) return "";
    const content = await textOf(chosen);
    const isFile = !/^\s*[@<]/.test(content);
    // A code is taken apart into a file, a page gives its own; a file is taken as it is.
    replace(isFile ? content : await (await engine()).ask("fileOf", content));
    return workshop.opened(chosen.name);
  };
  const save = async (content: string, ending: string, type: string) => {
    const name = `${slug(mode?.title ?? "", "mode")}.${ending}`;
    saveFile(new File([content], name, { type }));
    return workshop.saved(name);
  };
  const savePage = async () => {
    const response = await fetch("./page.html");
    if (!response.ok) throw new Error(workshop.noEmptyPage);
    const page = await (await engine()).ask("pageOf", text(), await response.text());
    return save(page, "html", "text/html");
  };
  const items: readonly Item[] = [
    { name: workshop.openFile, act: () => file.current?.click() },
    { name: workshop.saveFile, act: doing(() => save(text(), "jsonc", "application/json")) },
    { name: workshop.savePage, about: workshop.savePageAbout, act: mode && doing(savePage) },
    { name: workshop.copyCode, act: mode && doing(copyCode) },
    { name: workshop.copyLink, act: doing(link) },
    { name: workshop.deleteDraft, act: remove },
  ];
  const edits: readonly Item[] = [
    { name: workshop.renameName, keys: "F2", act: actions?.rename ?? null },
    { name: workshop.goToDefinition, keys: "F12", act: actions?.define ?? null },
    { name: workshop.format, keys: "Shift+Alt+F", act: actions?.format ?? null },
    { name: workshop.toFormulas, act: actions?.toFormulas ?? null },
    { name: workshop.toArrays, act: actions?.toArrays ?? null },
  ];
  return (
    <div class="workshop-bar">
      <h1 tabIndex={-1}>{workshop.title}</h1>
      <Drop take={(file) => doing(() => take(file))()} />
      <button type="button" class="primary" onClick={() => setBeginning(true)}>
        {workshop.beginWith}
      </button>
      <Menu name={workshop.fileMenu} items={items} />
      <Menu name={workshop.editMenu} items={edits} />
      <input
        ref={file}
        type="file"
        hidden
        accept=".jsonc,.json,.txt,.html,text/plain"
        onChange={(event) => doing(() => take(event.currentTarget.files?.[0]))()}
      />
      <button type="button" disabled={!mode} onClick={doing(play)}>
        {workshop.playOnSite}
      </button>
      <button type="button" disabled={!mode} onClick={doing(share)}>
        {workshop.share}
      </button>
      <span role="status">{said}</span>
      {isBeginning && (
        <Dialog title={workshop.beginTitle} wide close={() => setBeginning(false)}>
          <Beginning
            begin={(next) => {
              setBeginning(false);
              setSaid("");
              replace(next);
            }}
            fail={(error) => {
              setBeginning(false);
              setSaid(messageOf(error));
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

interface BeginningProperties {
  begin: (next: string | Draft) => void;
  fail: (error: unknown) => void;
}

/** Offers the files to begin with: a script of its own. */
function Beginning(properties: BeginningProperties) {
  const loaded = usePromised(() => import("./beginnings"), []);
  if (loaded?.error !== undefined) return <Failure of={loaded} />;
  if (!loaded?.value) return <p class="waiting">{workshop.oneMoment}</p>;
  return <loaded.value.Beginnings {...properties} />;
}
