// Pages that the browser translates: it puts elements in the place of texts, which
// the page no longer reaches. A text that the page changes is put back, to be
// translated anew.

/** The elements that stand in the place of texts. */
const places = new WeakMap<Node, Element>();

/** Puts texts back where they were when they change. */
export function followTranslation(root: Element): void {
  const texts = new MutationObserver((records) => {
    for (const { target } of records) {
      const place = places.get(target);
      if (place?.isConnected) place.replaceWith(target);
    }
  });
  new MutationObserver((records) => {
    for (const record of records) {
      const [text] = record.removedNodes;
      const place = text instanceof Text && placeOf(record);
      if (!place) continue;
      places.set(text, place);
      texts.observe(text, { characterData: true });
    }
  }).observe(root, { childList: true, subtree: true });
}

/** The element that a browser has put in the place of a text. */
function placeOf({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(
    (node): node is Element => node instanceof Element && node.localName === "font",
  );
}
