// How much of a large file has come.

/** The answer of a server with a file of so many bytes; tells how much of it was read, in hundredths. */
export function counted(response: Response, bytes: number, report: (share: number) => void): Response {
  let [received, reported] = [0, 0];
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, control) {
      control.enqueue(part);
      received += part.length;
      const share = Math.min(100, Math.floor((100 * received) / bytes));
      if (share !== reported) report(share);
      reported = share;
    },
  });
  const { body, headers, status } = response;
  return new Response(body?.pipeThrough(count), { headers, status });
}
