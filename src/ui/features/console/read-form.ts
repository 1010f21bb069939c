/** The parameters of a call from the texts of a form, and back. A field without text is left out of the call. */
import { U64_MAX } from '../../../base/amount.ts';
import { parseJson, writeJson, type Json } from '../../../base/json.ts';
import { isText, type Parameter } from './parameters.ts';

export type FormParams = Readonly<Record<string, Json>>;
/** By name of the parameter; a tick is `true` or `false`. */
export type Texts = Readonly<Record<string, string>>;
export interface FormRead {
  readonly params: FormParams;
  /** The fault of a field, by name of the parameter. */
  readonly wrong: Texts;
}

export function readForm(parameters: readonly Parameter[], texts: Texts): FormRead {
  const params: Record<string, Json> = {};
  const wrong: Record<string, string> = {};
  for (const parameter of parameters) {
    const { name, kind, fallback, needed } = parameter;
    const given = texts[name] ?? '';
    const text = kind === 'yes' && needed && given === '' ? 'false' : given;
    if (text === '' || (kind === 'yes' && !needed && text === (fallback || 'false'))) continue;
    try {
      params[name] = readText(parameter, text);
    } catch (error) {
      if (!(error instanceof WrongText)) throw error;
      wrong[name] = error.message;
    }
  }
  return { params, wrong };
}

/** The texts for these parameters. `odd`: the first one that the form cannot show. */
export function writeForm(
  parameters: readonly Parameter[],
  params: FormParams,
): { readonly texts: Texts; readonly odd?: string } {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const parameter = parameters.find((each) => each.name === name);
    const text = parameter && writeText(parameter, value);
    if (text === undefined) return { texts, odd: name };
    texts[name] = text;
  }
  return { texts };
}

/** An error whose message is for the person. */
class WrongText extends Error {}
// Not where they are thrown: the texts of errors are not translated.
const NO_NUMBER = 'This must be a whole number, in digits alone.';
export const NO_JSON = 'This is not valid JSON.';
const NO_LIST = 'This must be a list: [ … ]';
export const NO_OBJECT = 'This must be an object: { … }';
const outside = (least: bigint, most: bigint): string => `This must lie between ${least} and ${most}.`;

const readText = (parameter: Parameter, text: string): Json => {
  const { kind, base } = parameter;
  if (kind === 'yes') return text === 'true';
  if (kind === 'number' || kind === 'amount') return readNumber(base, text);
  if (kind === 'list') return readLines(base, text);
  return kind === 'json' ? readObject(parameter, text) : text;
};

const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint8: [0n, 255n],
  uint16: [0n, 65_535n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, U64_MAX],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};
const readNumber = (base: string, text: string): number | bigint => {
  const trimmed = text.trim();
  if (!/^-?\d{1,20}$/.test(trimmed)) throw new WrongText(NO_NUMBER);
  const value = BigInt(trimmed);
  const [least, most] = RANGES[base] ?? [0n, U64_MAX];
  if (value < least || value > most) throw new WrongText(outside(least, most));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
};
const readLines = (base: string, text: string): Json => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return isText(base) ? lines : lines.map((line) => readNumber(base, line));
};
const readObject = ({ isList }: Parameter, text: string): Json => {
  const value = parsed(text);
  if (value === undefined) throw new WrongText(NO_JSON);
  if (isList ? !Array.isArray(value) : !isObject(value)) throw new WrongText(isList ? NO_LIST : NO_OBJECT);
  return value;
};

/** Undefined for malformed JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
export function isObject(value: Json | undefined): value is FormParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined: the value is of another type than the field. */
const writeText = ({ kind }: Parameter, value: Json): string | undefined => {
  if (kind === 'json') return typeof value === 'object' ? writeJson(value, 2) : undefined;
  if (kind === 'list')
    return Array.isArray(value) && value.every(isPlain) ? value.map(String).join('\n') : undefined;
  if (kind === 'yes') return typeof value === 'boolean' ? String(value) : undefined;
  return isPlain(value) ? String(value) : undefined;
};
const isPlain = (value: Json): value is string | number | bigint =>
  ['string', 'number', 'bigint'].includes(typeof value);
