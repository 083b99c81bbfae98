// Where in a mode file a position is: what may be written there depends on
// the objects and lists around it. The text is taken as it is, finished or not.

export interface Spot {
  /** Keys and indices from the outside in; of a key, the way to its object. */
  path: (string | number)[];
  /** The token that belongs here. */
  kind: "key" | "value";
  /** The inside of the string that the position is in. */
  string: { from: number; to: number } | null;
  /** Keys that the object around has before this place. */
  keys: string[];
}

type Frame = { list: true; index: number } | { list: false; keys: string[]; key: string; value: boolean };

/** The spot of a position; `null` in a comment. */
export function spotAt(text: string, position: number): Spot | null {
  const frames: Frame[] = [];
  const spot = (string: Spot["string"]): Spot => {
    const inner = frames.at(-1);
    const isKey = inner !== undefined && !inner.list && !inner.value;
    const around = isKey ? frames.slice(0, -1) : frames;
    return {
      path: around.map((frame) => (frame.list ? frame.index : frame.key)),
      kind: isKey ? "key" : "value",
      string,
      keys: inner && !inner.list ? inner.keys : [],
    };
  };
  let at = 0;
  while (at < position) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    if (/^\/[/*]/.test(token)) {
      if (position < end || (position === end && !token.endsWith("*/"))) return null;
    } else if (token[0] === '"') {
      const closed = token.length > 1 && token.endsWith('"');
      if (position < end || !closed) return spot({ from: at + 1, to: closed ? end - 1 : end });
      const inner = frames.at(-1);
      if (inner && !inner.list && !inner.value) inner.key = token.slice(1, -1);
    } else {
      step(frames, token);
    }
    at = end;
  }
  return spot(null);
}

function step(frames: Frame[], token: string): void {
  const inner = frames.at(-1);
  switch (token) {
    case "{":
      frames.push({ list: false, keys: [], key: "", value: false });
      break;
    case "[":
      frames.push({ list: true, index: 0 });
      break;
    case "}":
    case "]":
      frames.pop();
      break;
    case ":":
      if (inner && !inner.list) inner.value = true;
      break;
    case ",":
      if (inner?.list) inner.index += 1;
      else if (inner) {
        inner.keys.push(inner.key);
        inner.value = false;
      }
  }
}

/** A string, a comment, or one character. */
function endOfToken(text: string, at: number): number {
  const pattern = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*.*?(?:\*\/|$)|./sy;
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 1);
}
