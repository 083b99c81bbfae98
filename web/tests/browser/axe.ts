// What axe finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Everything that axe finds, in words. */
export async function faults(page: Page): Promise<string[]> {
  // Points that float up are half seen for a moment.
  await page.locator(".points").waitFor({ state: "detached" });
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Returns the elements beyond the right edge of the page, with their right ends. */
export function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.body.querySelectorAll("*")].flatMap((element) => {
      const { right } = element.getBoundingClientRect();
      const name = `${element.localName}.${element.getAttribute("class") ?? ""}`;
      return right > edge + 0.5 ? [`${name} ends at ${Math.round(right)} of ${edge}`] : [];
    });
  });
}
