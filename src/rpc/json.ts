/**
 * Writes requests and answers as JSON text in the reference's layout: keys in order, CRLF, two spaces, `\/`. Control
 * characters are escaped, so that the result is always valid JSON. (json-reader.ts reads.)
 * Upstream: contrib/epee/include/storages/portable_storage_to_json.h, contrib/epee/src/parserse_base_utils.cpp.
 */

/** A number with a point or an exponent, which is never read as an integer. */
export class Real {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}
export type Section = Readonly<Record<string, unknown>>;

/** Letters that, after a backslash, mean a control character. */
export const ESCAPED = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Leaves out undefined and null. Throws Error for values that JSON does not have. */
export function writeSection(value: object, indent = 0): string {
  const fields = value as Section;
  const pad = '  '.repeat(indent + 1);
  let lines = '';
  for (const name of Object.keys(fields).sort()) {
    const each = fields[name];
    if (each === undefined || each === null) continue;
    lines += `${lines === '' ? '' : ','}\r\n${pad}${quote(name)}: ${writeValue(each, indent + 1)}`;
  }
  return `{${lines}\r\n${'  '.repeat(indent)}}`;
}

/** Values of a list that are written in one turn: a history has thousands, and other calls run in between. */
const IN_ONE_TURN = 500;
/** A list that is written already. */
class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes what writeSection writes, the long lists of `result` in turns: `pause` waits for the next one. */
export async function writeAnswer(answer: Section, pause: () => Promise<void>): Promise<string> {
  const { result } = answer;
  if (typeof result !== 'object' || result === null) return writeSection(answer);
  const fields: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(result))
    fields.push([name, isLong(value) ? await writeList(value, pause) : value]);
  return writeSection({ ...answer, result: Object.fromEntries(fields) });
}
const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > IN_ONE_TURN;
const writeList = async (list: readonly unknown[], pause: () => Promise<void>): Promise<Written> => {
  const texts: string[] = [];
  for (let from = 0; from < list.length; from += IN_ONE_TURN) {
    if (from > 0) await pause();
    texts.push(
      list
        .slice(from, from + IN_ONE_TURN)
        .map((each) => writeValue(each, 2))
        .join(','),
    );
  }
  return new Written(`[${texts.join(',')}]`);
};

const writeValue = (value: unknown, indent: number): string => {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Real) return real(value.value);
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => writeValue(each, indent)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return writeSection(value, indent);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : real(value);
  throw new Error(`no JSON: ${typeof value}`);
};
/** Six digits, as C++ streams print. */
const real = (value: number): string => String(Number(value.toPrecision(6)));

// Control characters, quote, backslash, slash, and lone surrogates.
const SPECIAL = /[\u0000-\u001f"\\/\u007f]|[\ud800-\udfff]/gu;
const SHORT = new Map(
  [...ESCAPED].filter(([letter]) => letter !== 'v').map(([letter, char]) => [char, `\\${letter}`]),
);
const isPlain = (text: string): boolean => /^[ !#-.0-[\]-~]*$/.test(text);
const quote = (text: string): string =>
  `"${
    isPlain(text)
      ? text
      : text.replace(SPECIAL, (char) =>
          char === '"' || char === '\\' || char === '/'
            ? `\\${char}`
            : (SHORT.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
        )
  }"`;
