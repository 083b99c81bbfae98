// Bytes as text of a page in UTF-8: seven bits in a character, which takes a seventh more room than the
// bytes do; base 64 takes a third more.

/** Characters that a page can't hold within an element: it changes them, or the element may end. */
const CHANGED = new Set(["\0", "\r", "<"].map((character) => character.charCodeAt(0)));
/** Added to these codes: letters of two bytes with the same lowest bits. */
const SHIFT = 0x180;

/** Writes bytes as a text. */
export function dense(bytes: Uint8Array): string {
  const codes: number[] = [];
  let [held, count] = [0, 0];
  const put = (seven: number) => codes.push(CHANGED.has(seven) ? seven + SHIFT : seven);
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (count += 8; count >= 7; count -= 7) put((held >> (count - 7)) & 127);
    held &= 127;
  }
  if (count > 0) put((held << (7 - count)) & 127);
  const parts = Array.from({ length: Math.ceil(codes.length / 4096) }, (_, part) =>
    String.fromCharCode(...codes.slice(part * 4096, (part + 1) * 4096)),
  );
  return parts.join("");
}

/** Reads bytes that were written as a text. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let [held, count, at] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    held = ((held << 7) | (text.charCodeAt(index) & 127)) & 0x7fff;
    count += 7;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = held >> count;
  }
  return bytes;
}
