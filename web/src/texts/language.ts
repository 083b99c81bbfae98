// The language of the whole page.

import { type Areas, speak } from "./area";
import { type Other, spoken, type Tag } from "./spoken";

type Fetch = () => Promise<{ default: Areas }>;

/** The texts of the languages beside English. */
const TABLES: Readonly<Record<Other, Fetch>> = {
  de: () => import("virtual:language/de"),
  es: () => import("virtual:language/es"),
};

/** Milliseconds after which it is English, until the page is loaded anew. */
const TIMEOUT = 5000;

/**
 * Settled once all texts are in a language; `null` if that is English, which is there. A page with
 * areas that others don't have brings their tables.
 */
export function settled(tag: Tag, own?: Readonly<Record<Other, Fetch>>): Promise<void> | null {
  return tag === "en" ? null : fetched(tag, own?.[tag]);
}

async function fetched(tag: Other, own?: Fetch): Promise<void> {
  const tables = Promise.all([TABLES[tag](), own?.()]);
  const late = new Promise<null>((done) => setTimeout(() => done(null), TIMEOUT));
  // Without a connection it is English.
  const found = await Promise.race([tables, late]).catch(() => null);
  if (!found) return;
  speak(tag, { ...found[0].default, ...found[1]?.default });
  document.documentElement.lang = tag;
}

/** Returns the attributes of an element whose text comes from the engine, which speaks English alone. */
export function inEnglish(): { lang?: "en" } {
  return spoken.tag === "en" ? {} : { lang: "en" };
}

// Days and times.

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format, made once: that takes its time. It follows the habits of the player's country, where these are known. */
function formatOf(name: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = navigator.languages.find((tag) => tag.startsWith(spoken.tag)) ?? spoken.tag;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(tag, style);
  formats.set(name, format);
  return format;
}

export const dayOf = (time: number): string => formatOf("day", { dateStyle: "medium" }).format(time);

/** A date such as 2026-11-26, as it is read wherever one is. */
export const dateOf = (date: string): string =>
  formatOf("date", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(`${date}T00:00:00Z`));

/** The name of the month of a date, in short. */
export const monthOf = (date: string): string =>
  formatOf("month", { month: "short", timeZone: "UTC" }).format(Date.parse(`${date}T00:00:00Z`));

/** The names of the days of a week that begins on a day from 1 (Monday) to 7, in short or whole. */
export function weekdays(firstDay: number, form: "short" | "long"): string[] {
  const format = formatOf(`weekday ${form}`, { weekday: form, timeZone: "UTC" });
  // The fifth day of 1970 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format((firstDay + 3 + day) * 86_400_000));
}

interface WeekInfo {
  firstDay: number;
}

/** The day with which weeks begin for the player, from 1 (Monday) to 7. */
export function firstDayOfWeek(): number {
  const tag = navigator.languages.find((tag) => tag.startsWith(spoken.tag)) ?? spoken.tag;
  // Browsers have it as a function, as a field, or not at all.
  const locale = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

export const timeOf = (time: number): string =>
  formatOf("time", { dateStyle: "medium", timeStyle: "short" }).format(time);
