/**
 * Reads a pasted list of recipients. A line has an address (or the name of a contact), an amount, and perhaps a note,
 * separated by spaces, commas, semicolons or tabs; CSV with quotation marks and with a heading works as well.
 */
import { cleanText } from '../../../base/clean-text.ts';
import { readPayeeText } from '../../../base/payee-text.ts';
import { amountToPay } from './amount-to-pay.ts';

export interface PayeeLine {
  readonly line: number;
  readonly address: string;
  readonly amountText: string;
  /** May be empty. */
  readonly note: string;
}
export interface BadLine {
  readonly line: number;
  /** The fault of the line, as a sentence. */
  readonly why: string;
}
export interface PayeeLines {
  readonly payees: readonly PayeeLine[];
  readonly bad: readonly BadLine[];
  /** The first line, if it is a heading. */
  readonly heading: string;
}

/** An address is longer than names of contacts. */
const ADDRESS = 90;

export function readPayeeLines(text: string): PayeeLines {
  const payees: PayeeLine[] = [];
  const bad: BadLine[] = [];
  let heading = '';
  for (const [i, raw] of cleanText(text).split('\n').entries()) {
    const whole = raw.trim();
    if (whole === '') continue;
    const line = i + 1;
    const mark = separatorOf(whole);
    const [address = '', amountText = '', ...rest] = cellsOf(whole, mark);
    if (payees.length === 0 && bad.length === 0 && heading === '' && isHeading(whole, amountText)) {
      heading = whole;
      continue;
    }
    const why = faultOf(amountText, rest, mark);
    if (why === '')
      payees.push({ line, address, amountText, note: rest.filter((cell) => cell !== '').join(', ') });
    else bad.push({ line, why });
  }
  return { payees, bad, heading };
}

/** Several lines, or an address with an amount: a list, and not one address that was broken into lines, nor a link. */
export function isPayeeList(text: string): boolean {
  if (!text.trim().includes('\n') && readPayeeText(text).kind === 'link') return false;
  return readPayeeLines(text).payees.some(({ address }) => address.length >= ADDRESS);
}

/** Names of columns have no digits, and no name of a person or domain stands in a line without an amount. */
const isHeading = (whole: string, second: string): boolean => second !== '' && !/[\d.@]/.test(whole);

const faultOf = (amountText: string, [third = '']: readonly string[], mark: string): string => {
  if (amountText === '') return 'The amount is missing.';
  // `1 000`, `1,5` and `1,500.00` between spaces or commas may be one amount or two columns.
  const mayGoOn = (mark === ' ' || mark === ',') && /^\d+(?![\p{L}\d])/u.test(third);
  if (!amountText.includes('.') && mayGoOn)
    return 'The amount is not clear. Write it like 1.25, with semicolons between the columns.';
  return amountToPay(amountText).fault;
};

const separatorOf = (whole: string): string => {
  const [, first = '', mark = ''] = /^("[^"]*"|[^\s,;"]+)[ ]*([,;\t])?/.exec(whole) ?? [];
  if (mark !== '') return mark;
  if (first.length >= ADDRESS) return ' ';
  return ['\t', ';', ','].find((each) => whole.includes(each)) ?? ' ';
};

const cellsOf = (whole: string, mark: string): readonly string[] => {
  if (mark === ' ') return (/^(\S+)(?:\s+(\S+))?(?:\s+(.*))?$/.exec(whole) ?? []).slice(1).filter(Boolean);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const character of whole) {
    if (character === '"') quoted = !quoted;
    else if (character === mark && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
};
