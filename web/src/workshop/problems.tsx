// What is wrong with the file, in words; a click goes there.

import { workshop } from "virtual:texts/workshop";
import type { Problem } from "../engine/types";

interface Properties {
  /** `null` before the file was checked. */
  problems: readonly Problem[] | null;
  show: (problem: Problem) => void;
}

export function Problems({ problems, show }: Properties) {
  const count = (severity: Problem["severity"]) =>
    problems?.filter((problem) => problem.severity === severity).length ?? 0;
  return (
    <div class="problems">
      <p role="status" class="problem-count">
        {problems
          ? workshop.counted({
              errors: workshop.errors(count("error")),
              warnings: workshop.warnings(count("warning")),
            })
          : workshop.notChecked}
      </p>
      {problems && problems.length > 0 && (
        <ul>
          {problems.map((problem, index) => (
            <li key={index} class={problem.severity}>
              <button type="button" class="plain" onClick={() => show(problem)}>
                <b>{problem.line === undefined ? workshop[problem.severity] : workshop.line(problem.line)}</b>{" "}
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
