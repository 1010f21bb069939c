/**
 * Messages for faults by their codes: what does not work, what that means for the money, what to do. They never
 * contain an error's own message.
 */
import { OF_CALLS } from './calls.ts';
import { OF_NODES } from './node.ts';
import { OF_SENDING } from './sending.ts';
import { OF_SIGNERS } from './multisig.ts';
import { OF_PASSKEYS, type PasskeyProblem } from './passkey.ts';
import { OF_RELEASES, type ReleaseProblem } from './release.ts';
import { OF_TEXTS } from './input.ts';
import { OF_WALLETS } from './wallet.ts';
import { UNEXPECTED, type Sentence, type Sentences } from './message.ts';

export const FAULTS: Sentences & Readonly<Record<PasskeyProblem | ReleaseProblem, () => Sentence>> = {
  ...OF_NODES,
  ...OF_TEXTS,
  ...OF_WALLETS,
  ...OF_SENDING,
  ...OF_SIGNERS,
  ...OF_CALLS,
  ...OF_PASSKEYS,
  ...OF_RELEASES,
};
type Data = Readonly<Record<string, unknown>>;
const byCode: Readonly<Record<string, (data: Data) => Sentence>> = FAULTS;

/** A failed call in plain words; `code` is shown under Details. */
export interface Explained extends Sentence {
  readonly code: string;
  readonly fault: string;
  readonly data: Data;
}
interface Refusal {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly fault?: unknown;
  readonly data?: unknown;
}

export function sentenceFor(fault: string, data: Data = {}): Sentence {
  return byCode[fault]?.(data) ?? UNEXPECTED;
}

/** The message for the reason of a rejected call. */
export function explain(error: unknown): Explained {
  const { fault, code, data, message } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Refusal;
  const known = (typeof data === 'object' && data !== null ? data : {}) as Data;
  // Faults of base/ have the fault code in `code`, errors of the client have it in `fault`.
  const name = typeof fault === 'string' ? fault : typeof code === 'string' ? code : '';
  const details = name !== '' ? name : typeof message === 'string' ? message : String(error);
  return { ...sentenceFor(name, known), fault: name, data: known, code: details };
}
/** The message in one line, for fields. */
export function oneLine({ what, why = '', then }: Sentence): string {
  return [what, why, then].filter((part) => part !== '').join(' ');
}
