// The one button that hands a result to others: text, link and picture where the browser takes them;
// elsewhere the text is copied, and the picture can be copied and saved.

import { share as texts } from "virtual:texts/share";
import { site } from "virtual:texts/site";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveFile } from "../files";
import type { Handout } from "../game/sharing";
import { messageOf } from "../summary";

interface Properties {
  /** Makes what is handed over, with the long link. */
  make: () => Promise<Handout>;
  /** Values that it depends on. */
  of: readonly unknown[];
  /** The text, if it is known at once, and the name of its field; else it is shown where it can't be copied. */
  result?: { name: string; text: string };
  /** True if the picture is shown as well. */
  hasPicture?: boolean;
  children?: ComponentChildren;
}

const clipboard = () => import("./clipboard");

/** The modules that a click on Share needs, and what it hands over. */
async function prepared(make: Properties["make"]) {
  const [{ handOver, withLink }, { shortened }, handout] = await Promise.all([
    import("../game/sharing"),
    import("../scores/short"),
    make(),
  ]);
  return { handout, handOver, withLink, shortened };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Hands a game over. Returns the text that is to be copied, where the browser hands nothing over. */
async function handedOver({ handout, handOver, withLink, shortened }: Prepared): Promise<string | null> {
  // A short link is stored by the service, so that none is asked for before the click.
  return handOver(withLink(handout, await shortened(handout.data.url)));
}

/** Returns the handout as soon as it is made: browsers hand over only in the moment of a click. */
function usePrepared({ make, of }: Properties): Prepared | null {
  const [ready, setReady] = useState<Prepared | null>(null);
  useEffect(() => {
    let wanted = true;
    setReady(null);
    prepared(make).then(
      (made) => {
        if (wanted) setReady(made);
      },
      // It is tried again, and what is wrong said, with the click.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, of);
  return ready;
}

export function ShareButton(properties: Properties) {
  const { make, result, hasPicture = false, children } = properties;
  // Asked for before the rest: a text that is known needs it alone.
  useEffect(() => void clipboard().catch(() => {}), []);
  const ready = usePrepared(properties);
  const [said, setSaid] = useState("");
  const [uncopied, setUncopied] = useState("");
  const share = async () => {
    setSaid("");
    setUncopied("");
    try {
      // Little is waited for: a browser forgets the click soon. A text that is known needs no script.
      const text = ready || !result ? await handedOver(ready ?? (await prepared(make))) : result.text;
      if (text === null) return;
      const copied = clipboard().then(({ copyText }) => copyText(text));
      await copied.then(
        () => setSaid(texts.resultCopied),
        () => {
          setSaid(site.cantCopy);
          setUncopied(text);
        },
      );
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  const text = uncopied || result?.text;
  return (
    <div class="share-first">
      <button type="button" class="primary" onClick={() => void share()}>
        {site.share}
      </button>
      <p role="status">{said || children}</p>
      {text && (
        <textarea
          readOnly
          rows={text.split("\n").length}
          aria-label={result?.name ?? site.share}
          translate={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {hasPicture && <Picture file={ready?.handout.data.files?.[0]} />}
    </div>
  );
}

/** A picture, to be copied and saved. */
function Picture({ file }: { file: File | undefined }) {
  const [said, setSaid] = useState("");
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!file || !image.current) return;
    const address = URL.createObjectURL(file);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": file as File })]);
      setSaid(site.copied);
    } catch {
      setSaid(site.cantCopy);
    }
  };
  return (
    <figure class="share-picture">
      {file && <img ref={image} alt={texts.picture} />}
      <figcaption class="buttons">
        <button type="button" aria-disabled={!file} onClick={() => file && saveFile(file)}>
          {texts.savePicture}
        </button>
        {/* Over a plain connection there is no clipboard. */}
        {"ClipboardItem" in globalThis && navigator.clipboard && (
          <button type="button" aria-disabled={!file} onClick={() => file && void copy()}>
            {texts.copyPicture}
          </button>
        )}
        <span role="status">{said}</span>
      </figcaption>
    </figure>
  );
}
