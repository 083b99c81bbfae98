// Beginning with another file, and taking one's own away.

import recipes from "virtual:recipes";
import { useRef, useState } from "preact/hooks";
import { catalogue } from "../engine/catalogue";
import { engine } from "../engine/load";
import { packed } from "../engine/packed";
import { messageOf, shown } from "../game/summary";
import type { Table } from "../game/table";
import { TOO_LONG } from "../route";
import { Drop } from "../views/drop";
import { saveFile, slug, textOf } from "../views/file";
import { usePromised } from "../views/hooks";
import { allDrafts, type Draft, titleOf } from "./draft";
import { addressOf } from "./share";
import { TEMPLATES } from "./templates";

interface Properties {
  /** The text in the editor. */
  text: string;
  /** Its mode, if it has no errors: what it is called, and a game of it. */
  mode: { title: string; table: Table } | null;
  /** Puts another text into the editor, or a draft. */
  replace: (next: string | Draft) => void;
}

export function Bar({ text, mode, replace }: Properties) {
  const [said, setSaid] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const doing = (work: () => Promise<string>) => () => {
    work().then(setSaid, (error: unknown) => setSaid(messageOf(error)));
  };
  const copy = async (what: string, made: string) => {
    await navigator.clipboard.writeText(made);
    return `${what} copied.`;
  };
  const link = async () => {
    const address = `${location.origin}${location.pathname}${await addressOf(text)}`;
    const copied = await copy("Link", address);
    if (address.length <= TOO_LONG) return copied;
    return `${copied} It has ${shown(address.length)} characters; some programs cut links of more than ${shown(TOO_LONG)}. The file itself is safer.`;
  };
  const code = async () => (await mode?.table.engineGame?.code("mode")) ?? "";
  const play = async () => {
    const address = `./#/packed/${await packed(await code())}`;
    open(address, "_blank", "noopener");
    return "Opened on the site.";
  };
  const take = async (chosen: File | undefined) => {
    if (!chosen) return "";
    const content = await textOf(chosen);
    const isFile = !/^\s*[@<]/.test(content);
    // A code is taken apart into a file, a page gives its own; a file is taken as it is.
    replace(isFile ? content : await (await engine()).ask("fileOf", content));
    return `${chosen.name} opened.`;
  };
  const save = async (content: string, ending: string, type: string) => {
    const name = `${slug(mode?.title ?? "", "mode")}.${ending}`;
    saveFile(new File([content], name, { type }));
    return `${name} saved.`;
  };
  const savePage = async () => {
    const response = await fetch("./page.html");
    if (!response.ok) throw new Error("The page that games are put into is not on this server.");
    const page = await (await engine()).ask("pageOf", text, await response.text());
    return save(page, "html", "text/html");
  };
  return (
    <div class="workshop-bar">
      <Drop take={(file) => doing(() => take(file))()} />
      <Beginnings
        begin={(next) => {
          replace(next);
          setSaid("");
        }}
      />
      <div class="buttons">
        <button type="button" onClick={() => file.current?.click()}>
          Open a file
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".jsonc,.json,.txt,.html,text/plain"
          onChange={(event) => doing(() => take(event.currentTarget.files?.[0]))()}
        />
        <button type="button" onClick={doing(() => save(text, "jsonc", "application/json"))}>
          Save the file
        </button>
        <button
          type="button"
          title="A web page that plays the mode, in one file, offline too"
          disabled={!mode}
          onClick={doing(savePage)}
        >
          Save as a page
        </button>
        <button type="button" disabled={!mode} onClick={doing(async () => copy("Save code", await code()))}>
          Copy the save code
        </button>
        <button type="button" onClick={doing(link)}>
          Copy a link
        </button>
        <button type="button" disabled={!mode} onClick={doing(play)}>
          Play it on the site
        </button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}

/** Before the ids of drafts, which are no names of modes. */
const DRAFT = "draft ";

/** Drafts, templates, and all built-in modes. */
function Beginnings({ begin }: { begin: (next: string | Draft) => void }) {
  const modes = usePromised(catalogue, []);
  const [drafts, setDrafts] = useState(allDrafts);
  const choose = async (value: string) => {
    const draft = allDrafts().find(({ id }) => DRAFT + id === value);
    if (draft) return begin(draft);
    const template = [...TEMPLATES, ...recipes].find(({ name }) => name === value);
    if (template) return begin(template.text);
    begin(await (await engine()).ask("source", value));
  };
  return (
    <label>
      <span>Begin with</span>
      <select
        value=""
        onFocus={() => setDrafts(allDrafts())}
        onPointerDown={() => setDrafts(allDrafts())}
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          void choose(value);
        }}
      >
        <option value="">a template or a mode …</option>
        {drafts.length > 0 && (
          <optgroup label="Your drafts">
            {drafts.map(({ id, text, updated }) => (
              <option key={id} value={DRAFT + id}>
                {titleOf(text)}
                {updated > 0 && `, ${new Date(updated).toLocaleString()}`}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Templates">
          {TEMPLATES.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
        <optgroup label="Recipes of the cookbook">
          {recipes.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
        <optgroup label="Modes">
          {modes?.value?.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}
