// What went wrong, to be read. Places in a text are pointed at as in a terminal.

export function Problem({ text, id, alert = false }: { text: string; id?: string; alert?: boolean }) {
  return (
    <p class={text.includes("\n") ? "problem listing" : "problem"} id={id} role={alert ? "alert" : undefined}>
      {text}
    </p>
  );
}
