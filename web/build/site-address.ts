// Where the site will be: the setting SITE_URL of the build. What has to name
// whole addresses (previews, search engines) is left out without it.

/** The address of the folder of the site, with a slash at its end; "" if it is not known. */
export function siteAddress(setting = process.env.SITE_URL ?? ""): string {
  if (setting === "") return "";
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(`SITE_URL is "${setting}"; it has to be an address such as https://example.org/play/`);
  return url.href.replace(/\/*$/, "/");
}

/** Escapes a text for HTML and XML. */
export function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (letter) => names[letter] ?? letter);
}

/** The description of a page for programs that show links to it. */
export interface Told {
  title: string;
  description: string;
  /** Its place in the site, such as "mode/050-dive/". */
  path: string;
  /** Its picture, a PNG of 1200 by 630. */
  card: string;
}

/** Tags of the head for previews of links; with whole addresses, if it is known where the site is. */
export function previewTags({ title, description, path, card }: Told, address: string): string[] {
  const meta = (property: string, content: string) =>
    `<meta property="${property}" content="${escaped(content)}" />`;
  const tags = [
    meta("og:type", "website"),
    meta("og:site_name", "Polymerge"),
    meta("og:title", title),
    meta("og:description", description),
  ];
  if (address === "") return tags;
  return [
    ...tags,
    `<link rel="canonical" href="${escaped(address + path)}" />`,
    meta("og:url", address + path),
    meta("og:image", address + card),
    meta("og:image:width", "1200"),
    meta("og:image:height", "630"),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}
