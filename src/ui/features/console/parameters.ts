/** The parameters of a method, read from its description (methods.gen.ts), and how each is entered. */
import { METHODS, type ConsoleMethod, type MethodFacts } from './methods.gen.ts';

/** yes: a tick. list: one item on each line. json: an object, or a list of objects. */
export type Kind = 'text' | 'secret' | 'number' | 'amount' | 'yes' | 'list' | 'json';

export interface Parameter {
  readonly name: string;
  /** As the description has it, for example `uint32 = 1`. */
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

export function parametersOf(method: ConsoleMethod): readonly Parameter[] {
  const { takes } = METHODS[method];
  return takes === '' ? [] : takes.split('; ').map((each) => readParameter(METHODS[method], each));
}
export function hasParameter(method: ConsoleMethod, name: string): boolean {
  return `; ${METHODS[method].takes}`.includes(`; ${name}: `);
}

/** Reads `name: type`, `name: type?` or `name: type = default`. */
const readParameter = (facts: MethodFacts, text: string): Parameter => {
  const at = text.indexOf(': ');
  const name = text.slice(0, at);
  const type = text.slice(at + 2);
  const [plain = '', fallback] = type.split(' = ');
  const bare = plain.replace(/\?$/, '');
  const isList = bare.endsWith('[]');
  const base = isList ? bare.slice(0, -2) : bare;
  const secret = facts.secrets?.includes(name) === true;
  return {
    ...{ name, type, base, isList, kind: kindOf({ name, secret }, base, isList) },
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
  if (base === 'string') return secret ? 'secret' : 'text';
  return AMOUNTS.has(name) ? 'amount' : 'number';
};
/** Amounts in piconero. */
const AMOUNTS = new Set(['amount', 'below_amount']);
