/**
 * Tables as CSV: fields of a file that no spreadsheet takes for a formula, and a reader of the files of other programs.
 * A field that was made harmless here, or by monero-gui (`sanitizeCSVField`, src/libwalletqt/TransactionHistory.cpp), is
 * read as it was before.
 */

/**
 * Signs with which a spreadsheet's formula begins: also the full-width ones and the minus sign, which some programs read
 * like the plain ones.
 */
const FORMULA = '=+\\-@|%\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b\u2795\u2796';
/** Programs in some countries separate fields by semicolons or tabs: behind these, a field may begin too. */
const OPENS = new RegExp(`(^|[;\\t\\r\\n"])([\\s\\p{Cf}\\p{Cc}"']*)(?=[${FORMULA}])`, 'gu');
/** Places with the apostrophe that was put before the formula. */
const GUARDED = new RegExp(`(^|[;\\t\\r\\n"])([\\s\\p{Cf}\\p{Cc}"']*)'(?=[${FORMULA}])`, 'gu');
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** monero-gui puts the apostrophe at the beginning, before spaces too. */
const GUARD = new RegExp(`^'(?=[\\s\\p{Cf}\\p{Cc}"]+[${FORMULA}])`, 'u');
/** A spreadsheet may drop a line end or a tab at the beginning. */
const BLANK = /^(?='*[\t\r\n])/;

/** One field. It is made harmless last: nothing replaces a character after that. */
export function csvCell(text: string): string {
  const harmless = NUMBER.test(text) ? text : text.replace(OPENS, "$1$2'").replace(BLANK, "'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
/** The text of a field before it was made harmless. */
const asWritten = (field: string): string =>
  field
    .replace(/^'(?='*[\t\r\n])/, '')
    .replace(GUARD, '')
    .replace(GUARDED, '$1$2');
/** Lines of fields. */
export function writeCsv(rows: readonly (readonly string[])[], lineEnd = '\r\n'): string {
  return rows.map((row) => row.map(csvCell).join(',')).join(lineEnd);
}

/** Most rows and fields of a row that are read. */
export const MAX_ROWS = 100_000;
const MAX_FIELDS = 64;
/** Characters in which the separator is looked for. */
const HEAD = 10_000;

/**
 * The rows, with `,`, `;` or a tab between fields, whichever the first line has most. Undefined: a quote does not end, or
 * the table is too large. Empty lines are left out.
 */
export function readCsv(text: string): readonly (readonly string[])[] | undefined {
  const whole = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(whole);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < whole.length) {
    const field = readField(whole, at, separator);
    if (field === undefined || row.length === MAX_FIELDS || rows.length === MAX_ROWS) return undefined;
    row.push(asWritten(field.text));
    at = field.end;
    if (whole[at] === separator) {
      at += 1;
      if (at < whole.length) continue;
      row.push('');
    }
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
    if (whole[at] === '\r') at += 1;
    if (whole[at] === '\n') at += 1;
  }
  return rows;
}

/** Fields in quotes may contain other separators, and line ends. */
const separatorOf = (text: string): string => {
  const [line = ''] = text
    .slice(0, HEAD)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
};

/** `end`: of the separator or line end behind it. A quote inside an unquoted field is an ordinary character. */
const readField = (
  text: string,
  start: number,
  separator: string,
): { readonly text: string; readonly end: number } | undefined => {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    return { text: text.slice(start, end), end };
  }
  let field = '';
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      let end = quote + 1;
      // Behind the quote some programs put a space.
      while (text[end] === ' ') end++;
      const next = text[end];
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') return undefined;
      return { text: field, end };
    }
    field += '"';
    at = quote + 2;
  }
};

/** The values of the columns with these names, in each row after the first. Undefined: a column is missing. */
export function columnsOf(
  rows: readonly (readonly string[])[],
  names: readonly (readonly string[])[],
): readonly (readonly string[])[] | undefined {
  const [head = [], ...body] = rows;
  const plain = head.map((name) => name.trim().toLowerCase());
  const at = names.map((aliases) => plain.findIndex((name) => aliases.includes(name)));
  if (at.includes(-1)) return undefined;
  return body.map((row) => at.map((i) => row[i] ?? ''));
}
