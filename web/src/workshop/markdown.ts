// The texts of the engine for authors: paragraphs, blocks of code between fences, code
// within a line, and lines between pages.

/** Returns a text as elements of a page. */
export function rendered(text: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "about-place";
  box.lang = "en";
  for (const [index, block] of text.split(/^```\w*\n(.*?)\n```$/ms).entries()) {
    if (index % 2 === 1) box.appendChild(document.createElement("pre")).textContent = block;
    else for (const paragraph of block.split(/\n{2,}|^---$/m)) addParagraph(box, paragraph.trim());
  }
  return box;
}

function addParagraph(box: HTMLElement, text: string): void {
  if (!text) return;
  const paragraph = box.appendChild(document.createElement("p"));
  for (const [index, part] of text.split("`").entries()) {
    if (index % 2 === 1) paragraph.appendChild(document.createElement("code")).textContent = part;
    else paragraph.append(part);
  }
}
