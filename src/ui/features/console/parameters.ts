/** The parameters of a method, read from its description (methods.gen.ts), and how each is entered. */
import type { MethodFacts } from './methods.gen.ts';

/** Amounts in piconero. */
const AMOUNTS = new Set(['amount', 'below_amount']);

/** yes: a tick. list: one item on each line. json: an object, or a list of objects. */
export type Kind = 'text' | 'secret' | 'number' | 'amount' | 'yes' | 'list' | 'json';

export interface Parameter {
  readonly name: string;
  /** The type as the description has it, for example `uint32 = 1`. */
  readonly type: string;
  /** The type without default and `[]`. */
  readonly base: string;
  readonly isList: boolean;
  readonly kind: Kind;
  /** The wallet takes this without a value, as JSON or text; empty where it takes nothing. */
  readonly fallback: string;
  /** The method is of no use without it. */
  readonly needed: boolean;
}

export function parametersOf(facts: MethodFacts): readonly Parameter[] {
  const { takes } = facts;
  return takes === '' ? [] : takes.split('; ').map((each) => readParameter(facts, each));
}
export function hasParameter({ takes }: MethodFacts, name: string): boolean {
  return `; ${takes}`.includes(`; ${name}: `);
}
/** Values of these types are entered as text: `hash` and `hex` are digits of bytes. */
export function isText(base: string): boolean {
  return base === 'string' || base === 'hash' || base === 'hex';
}

/** Reads `name: type`, `name: type?` or `name: type = default`. */
const readParameter = (facts: MethodFacts, text: string): Parameter => {
  const at = text.indexOf(': ');
  const name = text.slice(0, at);
  const type = text.slice(at + 2);
  // Defaults inside an object are those of its fields.
  const [plain = '', fallback] = type.startsWith('{') ? [type] : type.split(' = ');
  const bare = plain.replace(/\?$/, '');
  const isList = bare.endsWith('[]');
  const base = isList ? bare.slice(0, -2) : bare;
  const secret = facts.secrets?.includes(name) === true;
  return {
    name,
    type,
    base,
    isList,
    kind: kindOf({ name, secret }, base, isList),
    fallback: fallback === undefined ? '' : fallback.replace(/^"(.*)"$/, '$1'),
    needed: facts.needs?.includes(name) === true,
  };
};

const kindOf = (
  { name, secret }: { readonly name: string; readonly secret: boolean },
  base: string,
  isList: boolean,
): Kind => {
  if (base.startsWith('{') || base === 'object') return 'json';
  if (isList) return 'list';
  if (base === 'bool') return 'yes';
  if (isText(base)) return secret ? 'secret' : 'text';
  return AMOUNTS.has(name) ? 'amount' : 'number';
};
