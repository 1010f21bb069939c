/** Formats times. Times are milliseconds; `now` is a parameter, so that tests can set it. */
import { SPENDABLE_AGE } from '../../base/chain.ts';
import { LANGUAGE } from '../texts/language.ts';
import { count, counted } from './format.ts';
import { whenAsked } from './when-asked.ts';

const MINUTES_PER_BLOCK = 2;
/** Dates of English are those of Britain: the day before the month. */
const DATES = LANGUAGE === 'en' ? 'en-GB' : LANGUAGE;

const clock = whenAsked(
  () => new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);
const dayMonth = whenAsked(() => new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long' }));
const dayMonthYear = whenAsked(
  () => new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric' }),
);
const exact = whenAsked(
  () =>
    new Intl.DateTimeFormat(DATES, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }),
);
const monthName = whenAsked(() => new Intl.DateTimeFormat(DATES, { month: 'long' }));
const monthYear = whenAsked(() => new Intl.DateTimeFormat(DATES, { month: 'long', year: 'numeric' }));

/** The end of the year 9999, in seconds. */
const LAST = 253_402_300_799;

/** Milliseconds of a time in seconds. A node may tell a time that no date can write: later ones are the end of 9999. */
export function millis(seconds: number): number {
  return 1000 * Math.min(seconds, LAST);
}
/** ISO 8601 in UTC, for files. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}
/** `14:32` */
export function hour(ms: number): string {
  return clock().format(ms);
}

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
/** Whole calendar days between two times, by the device's clock. */
const daysAgo = (ms: number, now: number): number => Math.round((midnight(now) - midnight(ms)) / 86_400_000);
const sameYear = (a: number, b: number): boolean => new Date(a).getFullYear() === new Date(b).getFullYear();

/** `2 June`; with the year if it is not the current one. */
export function date(ms: number, now: number): string {
  return (sameYear(ms, now) ? dayMonth() : dayMonthYear()).format(ms);
}

/** For other people, who read it later and elsewhere: `2 June 2026 at 18:47 BST`. */
export function exactTime(ms: number): string {
  return exact().format(ms);
}

/** For a row under a name: `Today, 14:32`, `Yesterday, 18:47`, `2 June`. */
export function rowTime(ms: number, now: number): string {
  const days = daysAgo(ms, now);
  if (days === 0) return `Today, ${hour(ms)}`;
  if (days === 1) return `Yesterday, ${hour(ms)}`;
  return date(ms, now);
}
/** The heading of a month: `June`; with the year if it is not the current one. */
export function monthHeading(ms: number, now: number): string {
  return (sameYear(ms, now) ? monthName() : monthYear()).format(ms);
}
/** For a sentence: `today 09:05`, `yesterday 18:47`, `on 2 June, 18:47`. */
export function sentenceTime(ms: number, now: number): string {
  const days = daysAgo(ms, now);
  if (days === 0) return `today ${hour(ms)}`;
  if (days === 1) return `yesterday ${hour(ms)}`;
  return `on ${date(ms, now)}, ${hour(ms)}`;
}

/** The end of a period: `until today 18:47`, `until 2 June, 18:47`. */
export function untilTime(ms: number, now: number): string {
  return daysAgo(ms, now) === 0 ? `until today ${hour(ms)}` : `until ${date(ms, now)}, ${hour(ms)}`;
}

/** Time until `blocks` blocks are mined: `about 18 minutes`, `about 2 hours`. At least 2 minutes. */
export function blocksTime(blocks: number): string {
  const minutes = Math.max(blocks, 1) * MINUTES_PER_BLOCK;
  if (minutes < 100) return `about ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `about ${counted(hours, ['# hour', '# hours'])}`;
  return `about ${counted(Math.round(hours / 24), ['# day', '# days'])}`;
}
/**
 * When locked money can be spent: `in about 18 minutes`; on test networks, whose blocks are irregular, `after 4 more
 * blocks`.
 */
export function freeIn(blocks: number, testNetwork: boolean): string {
  return testNetwork
    ? `after ${counted(Math.max(blocks, 1), ['# more block', '# more blocks'])}`
    : `in ${blocksTime(blocks)}`;
}
/** For how long change is locked. */
export function lockedFor(testNetwork: boolean): string {
  return testNetwork ? `locked for ${SPENDABLE_AGE} blocks` : `locked for ${blocksTime(SPENDABLE_AGE)}`;
}
/** `3 of 10 blocks` */
export function ofTen(blocks: number): string {
  return `${blocks} of ${SPENDABLE_AGE} blocks`;
}

/** Time left for scanning, an estimate: `About 20 s left`, `About 7 min left`, `About 2 h 10 min left`. */
export function timeLeft(seconds: number): string {
  if (seconds <= 50) return `About ${Math.max(1, Math.ceil(seconds / 10)) * 10} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `About ${minutes} min left`;
  const rounded = Math.round(minutes / 10) * 10;
  return `About ${count(Math.floor(rounded / 60))} h ${rounded % 60} min left`;
}
