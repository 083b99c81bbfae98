// What is wrong with the file, in words; a click goes there.

import type { Problem } from "../engine/types";

interface Properties {
  problems: readonly Problem[];
  show: (problem: Problem) => void;
}

export function Problems({ problems, show }: Properties) {
  const count = (severity: Problem["severity"]) => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return `${number} ${severity}${number === 1 ? "" : "s"}`;
  };
  return (
    <div class="problems">
      <p role="status" class="problem-count">
        {count("error")}, {count("warning")}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem, index) => (
            <li key={index} class={problem.severity}>
              <button type="button" class="plain" onClick={() => show(problem)}>
                <b>{problem.line === undefined ? problem.severity : `Line ${problem.line}`}</b>{" "}
                {problem.message}
                {problem.help && <span class="help"> {problem.help}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
