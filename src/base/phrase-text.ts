/**
 * The words of a phrase in a text, and what stands beside them: headings, a restore height, a date. A number or a date
 * counts only if it has a label or a line of its own.
 */
import { readWholeNumber } from './clean-text.ts';
import { asciiDigits, isKana, splitWords } from './split-words.ts';

/** A marked day, or a marked text that only looks like one. */
const DAY = /\u0001(\d{8})?\u0001/g;
const MOST_BESIDE = 4;
const OF_SEEDS = /seed|mnemonic|phrase|words|wörter|semilla|palabras/i;

/** The time at which a wallet was made, as a text states it: the earliest of several. */
export interface Since {
  readonly height?: number;
  /** `2021-03-07`. */
  readonly day?: string;
}
export interface PhraseText {
  readonly since: Since;
  readonly words: readonly string[];
  /** Words of the text that were left out. If one of them is in a word list, it may belong to the phrase. */
  readonly beside: readonly string[];
  /** All words of the text. */
  readonly whole: readonly string[];
}

/** Numbers of words that have a checksum. */
export const CHECKED: readonly number[] = [25, 16, 13];
export const UNCHECKED = 24;

const START_WORDS =
  'restore|refresh|creation|created|block|blockchain|wallet|seed|scan|start|birth|date|day|from|on|at|of';
const LAST_WORDS =
  'height|block|date|day|birthday|created|on|since|from|blockhöhe|höhe|datum|seit|altura|fecha|desde|hauteur|altezza';
/** In one line: the last word of the phrase may stand in the line before. */
const LABELS = `(?:(?:${START_WORDS})(?:[_-]|[^\\S\\n]){1,4}){0,6}(?:restoreheight|${LAST_WORDS})`;
const NUMBER = String.raw`\d{4,9}|\d{1,3}(?:[,.'’_ ]\d{3}){1,3}`;
const HEIGHT = new RegExp(`(?<![\\p{L}\\p{N}.,])(?:${NUMBER})(?![\\p{L}\\p{N}]|[.,]\\d)`, 'giu');
/** `Restore height: 2942000`, and `restore height 2942000`, of which the words may belong to the phrase. */
const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${LABELS} {0,9}(?:([:=]) {0,9}#?(?:${NUMBER}|\d{1,3})| {0,9}#?(?:${NUMBER}))(?![\p{L}\p{N}]|[.,]\d)`,
  'giu',
);
const ISO_DAY =
  /(?<!\d)(20\d\d)[-./](\d{1,2})[-./](\d{1,2})(?:[T\s]{1,3}\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?(?![\d])/g;
const GERMAN_DAY = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(20\d\d)(?!\d)/g;
/** A date of which day and month may be swapped. */
const ANY_DAY = /(?<!\d)\d{1,2}[-/]\d{1,2}[-/]20\d\d(?!\d)/g;
const LABEL_BEFORE_DAY = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${LABELS}\s{0,9}[:=-]?\s{0,9}(?=${'\u0001'})`,
  'giu',
);
/** `Seed:` at the beginning of a line. A number before the colon is one of a list. */
const HEADING = /(?:^|\n)[^\p{L}\n]{0,60}(?:\p{L}[^\n:=\d]{0,60})[:=](?=\s|\p{L}|$)/gu;
/** Words of headings that are in word lists too. */
const OF_HEADINGS =
  /^(?:address|backup|date|day|height|key|language|list|mnemonic|monero|my|name|phrase|private|recovery|restore|secret|seed|start|the|view|wallet|words?)$/i;
/** An address on the web: with its scheme, or with a long number in its path. */
const WEB = /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}.-])[a-z0-9.-]{4,60}\.[a-z]{2,10}\/\S{0,60}\d{5}\S*/giu;

export function readPhraseText(text: string): PhraseText {
  const plain = asciiDigits(text)
    .replace(/(?<=\d)[\u00b2\u00b3\u00b9\u2070-\u2089]+/g, '')
    .replace(/%(?:20|0a|0d|2c)|["“”«»{}]/gi, ' ')
    .replace(WEB, ' ');
  const day = (year: string, month: string, date: string): string =>
    isDay(Number(year), Number(month), Number(date))
      ? `\u0001${year}${month.padStart(2, '0')}${date.padStart(2, '0')}\u0001`
      : '\u0001\u0001';
  const dated = plain
    .replace(ISO_DAY, (_, year: string, month: string, date: string) => day(year, month, date))
    .replace(GERMAN_DAY, (_, date: string, month: string, year: string) => day(year, month, date))
    .replace(ANY_DAY, '\u0001\u0001');
  const marked = dated.replace(DAY, '\u0001');
  const candidates = [
    // Labels may be words of a list: without them only if there are too many words.
    marked.replace(LABELLED, (found, colon?: string) => (colon === undefined ? found : ' ')),
    marked.replace(LABELLED, ' ').replace(LABEL_BEFORE_DAY, ''),
  ].map((each) => each.replaceAll('\u0001', ' ').replace(HEIGHT, ' '));
  return { since: sinceIn(dated), ...wordsIn(candidates) };
}

const isDay = (year: number, month: number, date: number): boolean => {
  const time = new Date(Date.UTC(year, month - 1, date));
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
};

/** A label that says when the wallet was made, wherever it stands in a line. */
const SURE =
  '(?:restore|refresh|creation|birth|start|scan)[\\s_-]{0,3}(?:block[\\s_-]{0,3})?(?:height|block|date|day)|birthday|(?:wallet|seed|account)[\\s_-]{1,3}(?:was[\\s_-])?(?:created|made|since|birth)(?:[\\s_-](?:on|at|in))?|erstellungs(?:datum|höhe)|wiederherstellungs(?:datum|höhe)|altura de restauración|fecha de creación';
/** Others say so only at the beginning of a line: `Last backup: block …` is no start. */
const AT_BEGINNING =
  '(?:block[\\s_-]?)?height|block|date|day|since|from|creation|created(?:[\\s_-](?:on|at|in))?|made(?:[\\s_-](?:on|at|in))?|blockhöhe|höhe|datum|seit|erstellt(?: am)?|altura|fecha|desde|creada?o?(?: el)?|hauteur|altezza';
const LABEL = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${SURE})|^[^\\p{L}\\p{N}]{0,9}(?:${AT_BEGINNING}))\\s{0,9}[:=#-]{0,2}\\s{0,9}#?$`,
  'iu',
);
/** Maximum number of characters of a label before a value. */
const LONGEST_LABEL = 80;
const VALUE = new RegExp(
  String.raw`\u0001(\d{8})\u0001|(?<![\p{L}\p{N}.,\u0001])(${NUMBER}|\d{1,3})(?![\p{L}\p{N}\u0001]|[.,]\d)`,
  'giu',
);

const CONTENT = /[\p{L}\p{N}]/u;

const sinceIn = (dated: string): Since => {
  let height: number | undefined;
  let day: string | undefined;
  for (const line of dated.split('\n'))
    for (const found of line.matchAll(VALUE)) {
      const { 0: value, 1: date, 2: number = '', index } = found;
      const before = line.slice(Math.max(0, index - LONGEST_LABEL), index);
      const labelled = LABEL.test(index > LONGEST_LABEL ? `a${before}` : before);
      const alone = !CONTENT.test(line.slice(0, index)) && !CONTENT.test(line.slice(index + value.length));
      if (!labelled && !alone) continue;
      if (date !== undefined) {
        const iso = date.replace(/^(....)(..)(..)$/, '$1-$2-$3');
        if (day === undefined || iso < day) day = iso;
        continue;
      }
      // Without a label, a number of four digits may be a year, and a shorter one counts words.
      const block = readWholeNumber(number);
      if (block === undefined || (number.length < 5 && !(labelled && /[:=]\s*#?$/.test(before)))) continue;
      height = Math.min(height ?? block, block);
    }
  return { ...(height !== undefined && { height }), ...(day !== undefined && { day }) };
};

interface Reading {
  readonly words: readonly string[];
  readonly beside: readonly string[];
}

/** The first reading with as many words as a wallet has; 24 words, which have no checksum, only after all others. */
const wordsIn = ([text = '', bare = '']: readonly string[]): Omit<PhraseText, 'since'> => {
  const whole = { words: splitWords(text), beside: [] };
  const sections = [text, bare].map(sectionsOf);
  const headless = [text, bare].map((each) => ({
    words: each.split(HEADING).flatMap((part) => splitWords(part)),
    beside: headingWords(each),
  }));
  const readings: Reading[] = [
    ...sections.flatMap((each) => each.filter(({ heading }) => OF_SEEDS.test(heading))),
    ...headless,
    whole,
    { words: splitWords(bare), beside: [] },
    ...sections.flat(),
  ];
  const chosen =
    (whole.words.length === CHECKED[0] ? whole : undefined) ??
    readings.find(({ words }) => CHECKED.includes(words.length) || longKana(words)) ??
    (isKana(whole.words) ? whole : undefined) ??
    readings.find(({ words }) => words.length === UNCHECKED) ??
    innerLines(bare) ??
    headless[1]!;
  // A text with many other words is no phrase with a heading.
  const { words, beside } =
    chosen.beside.length > Math.max(MOST_BESIDE, chosen.words.length / 4)
      ? { words: headless[1]!.words, beside: [] }
      : chosen;
  return { words, beside, whole: beside.length > 0 ? lettersIn(bare) : words };
};

/** The texts under each heading. */
const sectionsOf = (text: string): (Reading & { readonly heading: string })[] => {
  const headings = ['', ...Array.from(text.matchAll(HEADING), ([heading]) => heading)];
  const parts = text.split(HEADING);
  return parts.length === 1
    ? []
    : parts.map((part, at) => ({
        heading: headings[at]!,
        words: splitWords(part),
        beside: [...headingWords(text), ...parts.filter((_, i) => i !== at).flatMap(lettersIn)],
      }));
};

/** The words before colons that may belong to a phrase. */
const headingWords = (text: string): string[] =>
  Array.from(text.matchAll(HEADING), ([heading]) => lettersIn(heading))
    .flat()
    .filter((word) => !OF_HEADINGS.test(word));

/** Words without the numbers and marks that a list has. */
const lettersIn = (text: string): string[] =>
  splitWords(text).flatMap((word) => word.split(/[^\p{L}\p{M}'’ʼ]+/u).filter((part) => part !== ''));

const longKana = (words: readonly string[]): boolean => isKana(words) && words.join('').length > 30;

/**
 * The words without the first lines or the last ones. In a list with the same number of words and numbers on each line, a
 * line with as many is part of the list. The worker refuses this reading if the other lines have words of a list.
 */
const innerLines = (text: string): Reading | undefined => {
  const lines = text.split('\n').filter((line) => splitWords(line).length > 0);
  const shape = (line: string): string =>
    Array.from(line.matchAll(/(\d+)|[\p{L}\p{M}]+/gu), ([, number]) =>
      number === undefined ? 'a' : '0',
    ).join('');
  for (const [first, last] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [2, 1],
  ] as const) {
    const inner = lines.slice(first, lines.length - last);
    const outer = [...lines.slice(0, first), ...lines.slice(lines.length - last)];
    const each = shape(inner[0] ?? '');
    if (inner.every((line) => shape(line) === each) && outer.some((line) => shape(line) === each)) continue;
    const words = splitWords(inner.join('\n'));
    if (CHECKED.includes(words.length) || longKana(words))
      return { words, beside: lettersIn(outer.join('\n')) };
  }
  return undefined;
};
