// A board as small squares of its colours.

/** Squares of one colour are one path: a long list of games has many of them. */
function pathsOf(rows: readonly (readonly string[])[]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [y, row] of rows.entries())
    for (const [x, color] of row.entries()) {
      if (color === "-") continue;
      paths.set(color, `${paths.get(color) ?? ""}M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`);
    }
  return paths;
}

export function Preview({ rows }: { rows: readonly (readonly string[])[] }) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return (
    <svg
      class="preview"
      viewBox={`0 0 ${columns} ${Math.max(1, rows.length)}`}
      aria-hidden="true"
      focusable="false"
    >
      {[...pathsOf(rows)].map(([color, path]) => (
        <path key={color} d={path} fill={color || "#8884"} />
      ))}
    </svg>
  );
}
