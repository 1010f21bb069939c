/**
 * The last calls of the open wallet, in memory only. Answers are never kept, nor parameters of methods that take secrets. When
 * the wallet is closed, all of it is forgotten.
 */
import type { Session } from '../../state/session.svelte.ts';
import type { FormParams } from './read-form.ts';
import { takesSecrets } from './secrets.ts';
import type { ConsoleMethod } from './methods.gen.ts';

/** Number of calls that are kept. */
const LAST = 30;

export interface LoggedCall {
  readonly id: number;
  readonly method: ConsoleMethod;
  /** Undefined: they could contain a secret. */
  readonly params: FormParams | undefined;
  readonly failed: boolean;
}

export class CallLog {
  calls = $state.raw<readonly LoggedCall[]>([]);
  #life: number;
  #count = 0;

  constructor(life: number) {
    this.#life = life;
  }
  /** Newest first. */
  add(method: ConsoleMethod, params: FormParams, failed: boolean): void {
    this.#count += 1;
    const kept = takesSecrets(method) ? undefined : params;
    this.calls = [{ id: this.#count, method, params: kept, failed }, ...this.calls].slice(0, LAST);
  }
  /** Forgets the calls of a wallet that was closed meanwhile. */
  ofLife(life: number): this {
    if (life !== this.#life) this.calls = [];
    this.#life = life;
    return this;
  }
}

const logs = new WeakMap<Session, CallLog>();

/** The log of the wallet that is open now. It outlives the screen. */
export function logOf(session: Session): CallLog {
  const { life } = session.book;
  const log = logs.get(session)?.ofLife(life) ?? new CallLog(life);
  logs.set(session, log);
  return log;
}
