// What other programs bring to the installed site: files that it opens
// (`file_handlers` of the manifest) and texts that are shared with it
// (`share_target`).

/** The queue in which a browser hands over the files that it starts the site with. */
interface LaunchQueue {
  setConsumer(take: (launch: { files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Has files opened that the site is started with; `fail` is told of one that can't be read. */
export function takeFiles(open: (file: File) => void, fail: (error: unknown) => void): void {
  if (!("launchQueue" in window)) return;
  (window.launchQueue as LaunchQueue).setConsumer(({ files }) => {
    void files[0]?.getFile().then(open, fail);
  });
}

/**
 * Takes what was shared with the site out of its address, so that loading the page anew does not
 * open it once more: a link into the site becomes the address, any other text is given back.
 */
export function takeShared(): File | null {
  const text = sharedText(location.search);
  if (text === "") return null;
  const link = linkInto(text, location.href);
  history.replaceState(null, "", location.pathname + link);
  return link ? null : new File([text], "shared.txt");
}

/** The text that was shared; "" if there is none. Programs put links into any of these. */
export function sharedText(search: string): string {
  const shared = new URLSearchParams(search);
  const texts = ["url", "text", "title"].map((name) => shared.get(name)?.trim() ?? "");
  return texts.find(Boolean) ?? "";
}

/** The fragment of a link to the page at an address; "" for any other text. */
export function linkInto(text: string, address: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const page = new URL(address);
  return url && url.origin === page.origin && url.pathname === page.pathname ? url.hash : "";
}
