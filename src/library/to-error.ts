/** Makes OstroErrors of failed answers and of faults. */
import { isFault } from '../base/fault.ts';
import { errorOf, type WireError } from '../rpc/errors.ts';
import { OstroError } from './error.ts';
import type { OstroReason } from './methods.ts';

type Facts = Readonly<Record<string, string | number>>;

/** Texts that say more than those of monero-wallet-rpc. None repeats a secret. */
const TEXTS: { readonly [Reason in OstroReason]?: (facts: Facts, message: string) => string } = {
  invalid_params: ({ path, wanted }) => `${path} must be ${wanted}`,
  bad_word_count: ({ count }) => `${count} words: a seed phrase has 25 (or 24), 16 or 13`,
  unknown_word: ({ index }) => `word ${Number(index) + 1} is in no list of words`,
  bad_word_checksum: () => 'each word is known, but together they are no seed phrase: one of them is wrong',
  wrong_network: ({ actual, expected }) => `the address is of ${actual}, not of ${expected}`,
  bad_address: ({ reason }, message) => (reason === undefined ? message : `Invalid address: ${reason}`),
  node_unreachable: ({ address }, message) =>
    address === undefined ? message : `no connection to the node ${address}`,
  no_node: () => 'no node was chosen',
};

/** The error for the caller of a failed call. `cause`: the bug behind an internal error. */
export function ostroError(
  { code, message, data }: Omit<WireError, 'data'> & { readonly data?: object },
  cause?: unknown,
): OstroError {
  const { fault = 'internal', ...facts } = (data ?? {}) as { readonly fault?: string };
  const reason = fault as OstroReason | 'internal';
  const text = reason === 'internal' ? undefined : TEXTS[reason]?.(facts, message);
  return new OstroError(code, text ?? message, reason, facts, reason === 'internal' ? cause : undefined);
}

/** Runs `work`; a fault becomes an OstroError, any other error stays. */
export function withOstroErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isFault(error) ? ostroError(errorOf(error)) : error;
  }
}
/** Runs `work` and converts its rejection to an OstroError. */
export async function awaitOstroErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFault(error) ? ostroError(errorOf(error)) : error;
  }
}
