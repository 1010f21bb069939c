/** The parameters of a method, read from its description (methods.gen.ts), and how each is entered. */
import { METHODS, type ConsoleMethod } from './methods.gen.ts';
import { isSecretName } from './secrets.ts';

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
  /** What the wallet takes without a value, as JSON or text; empty where that is nothing. */
  readonly fallback: string;
  /** Whether the method is of no use without it. */
  readonly needed: boolean;
}

export function parametersOf(method: ConsoleMethod): readonly Parameter[] {
  const [, takes] = METHODS[method];
  return takes === '' ? [] : takes.split('; ').map((each) => readParameter(method, each));
}

/** Reads `name: type`, `name: type?` or `name: type = default`. */
const readParameter = (method: string, text: string): Parameter => {
  const at = text.indexOf(': ');
  const name = text.slice(0, at);
  const type = text.slice(at + 2);
  const [plain = '', fallback] = type.split(' = ');
  const optional = plain.endsWith('?') || fallback !== undefined;
  const bare = plain.replace(/\?$/, '');
  const isList = bare.endsWith('[]');
  const base = isList ? bare.slice(0, -2) : bare;
  const kind = kindOf(name, base, isList);
  return {
    ...{ name, type, base, isList, kind },
    fallback: fallback === undefined ? '' : fallback.replace(/^"(.*)"$/, '$1'),
    needed: !optional && isNeeded(method, name, kind),
  };
};

const kindOf = (name: string, base: string, isList: boolean): Kind => {
  if (base.startsWith('{') || base === 'object') return 'json';
  if (isList) return 'list';
  if (base === 'bool') return 'yes';
  if (base === 'string') return isSecretName(name) ? 'secret' : 'text';
  return AMOUNTS.has(name) ? 'amount' : 'number';
};
/** Amounts in piconero. */
const AMOUNTS = new Set(['amount', 'below_amount']);

/**
 * Every parameter may be missing on the wire and is then zero or empty. These are the ones for which a method has a use
 * of zero or empty.
 */
// @wc-ignore
const MAY_BE_EMPTY = new Set(
  `label password payment_id payment_ids message description tx_description recipient_name seed_offset language
  signature_type username standard_address spendkey categories note drop send compare read nodes entries address_index
  address_indices subaddr_indices subtract_fee_from_outputs unsigned_txset multisig_txset hash mine_to cache_hex
  ssl_private_key_path ssl_certificate_path ssl_ca_file ssl_allowed_fingerprints
  get_accounts.tag x_set_node.address`.split(/\s+/),
);
// @wc-ignore
const NEEDED_NUMBERS = new Set(
  'threshold total n_inputs n_outputs threads_count major_idx minor_idx level timestamp'.split(' '),
);
const isNeeded = (method: string, name: string, kind: Kind): boolean => {
  if (kind === 'yes') return false;
  if (kind === 'number' || kind === 'amount') return NEEDED_NUMBERS.has(name);
  return !MAY_BE_EMPTY.has(name) && !MAY_BE_EMPTY.has(`${method}.${name}`);
};
