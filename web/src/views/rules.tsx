// The rules of a mode, to be opened.

import { site } from "virtual:texts/site";
import { createElement } from "preact";
import { useState } from "preact/hooks";
import type { ModeFacts, RulesLine } from "../engine/types";
import type { GameModel } from "../game/model";
import { inEnglish } from "../texts/language";
import { spoken } from "../texts/spoken";
import { usePromised } from "./hooks";
import { useAbout } from "./modeabout";
import { Failure } from "./problem";

export function Rules({ model }: { model: GameModel }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="rules" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{site.rules}</summary>
      {open && <RulesNow model={model} />}
    </details>
  );
}

/** The rules as they read at this state of the game. */
export function RulesNow({ model }: { model: GameModel }) {
  const rules = usePromised(() => model.rules(), [model, model.state]);
  if (rules?.error !== undefined) return <Failure of={rules} />;
  return <Lines lines={rules?.value ?? []} facts={model.facts} />;
}

/** The index of the paragraph that says what the mode is about; -1 if a code has other rules. */
export const paragraphOfAbout = (
  lines: readonly Pick<RulesLine, "level" | "text">[],
  { about }: Pick<ModeFacts, "about">,
): number => lines.findIndex(({ level, text }) => level === 0 && text === about);

interface LinesProperties {
  lines: readonly Pick<RulesLine, "level" | "text" | "html">[];
  facts: Pick<ModeFacts, "name" | "about">;
}

export function Lines({ lines, facts }: LinesProperties) {
  const about = useAbout(facts);
  const translated = spoken.tag !== "en" && about && !about.lang.lang ? about.text : null;
  const first = paragraphOfAbout(lines, facts);
  // Headlines follow that of the page without a gap, whatever sizes the mode uses.
  const sizes = [...new Set(lines.map((line): number => line.level))].filter((level) => level > 0).sort();
  const tag = ({ level }: { level: number }) =>
    level > 0 ? `h${Math.min(6, sizes.indexOf(level) + 2)}` : "p";
  return (
    <>
      {lines.map((line, index) =>
        translated !== null && index === first ? (
          <p key={index}>{translated}</p>
        ) : (
          // The engine writes this markup: styles and escaped text.
          createElement(tag(line), {
            key: index,
            ...inEnglish(),
            dangerouslySetInnerHTML: { __html: line.html },
          })
        ),
      )}
    </>
  );
}
