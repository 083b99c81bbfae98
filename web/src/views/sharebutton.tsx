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
  /** The name of the field with the text; without one it is shown only where it can't be copied. */
  name?: string;
  /** True if the picture is shown as well. */
  hasPicture?: boolean;
  children?: ComponentChildren;
}

/** The modules that a click on Share needs, and what it hands over. */
async function prepared(make: Properties["make"]) {
  const [{ handOver, withLink }, { copyText }, { shortened }, handout] = await Promise.all([
    import("../game/sharing"),
    import("./clipboard"),
    import("../scores/short"),
    make(),
  ]);
  return { handout, handOver, withLink, copyText, shortened };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

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
  const { make, name, hasPicture = false, children } = properties;
  const ready = usePrepared(properties);
  const [said, setSaid] = useState("");
  const [uncopied, setUncopied] = useState("");
  const share = async () => {
    setSaid("");
    setUncopied("");
    try {
      // Little is waited for if it is there: a browser forgets the click soon.
      const { handout, handOver, withLink, copyText, shortened } = ready ?? (await prepared(make));
      // A short link is stored by the service, so that none is asked for before the click.
      const text = await handOver(withLink(handout, await shortened(handout.data.url)));
      if (text === null) return;
      await copyText(text).then(
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
  const text = uncopied || (name && ready?.handout.text);
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
          aria-label={name ?? site.share}
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
