// How much of a large file has come.

/** The answer of a server with a file of so many bytes; tells how much of it was read, in hundredths. */
export function counted(response: Response, bytes: number, tell: (share: number) => void): Response {
  let [come, told] = [0, 0];
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, control) {
      control.enqueue(part);
      come += part.length;
      const share = Math.min(100, Math.floor((100 * come) / bytes));
      if (share !== told) tell(share);
      told = share;
    },
  });
  const { body, headers, status } = response;
  return new Response(body?.pipeThrough(count), { headers, status });
}
