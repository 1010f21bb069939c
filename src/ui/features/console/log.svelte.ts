/**
 * The last calls of the open wallet, in memory only. Answers are never kept, nor parameters of methods that take secrets. When
 * the wallet is closed, all of it is forgotten.
 */
import type { Session } from '../../state/session.svelte.ts';
import type { FormParams } from './read-form.ts';
import { takesSecrets } from './secrets.ts';
import type { CallTable } from './tables.ts';

/** Number of calls that are kept. */
const LAST = 30;

export interface LoggedCall {
  readonly id: number;
  readonly method: string;
  /** Undefined: they could contain a secret. */
  readonly params: FormParams | undefined;
  readonly failed: boolean;
}

export class CallLog {
  calls = $state.raw<readonly LoggedCall[]>([]);
  readonly #table: CallTable;
  #generation: number;
  #count = 0;

  constructor(table: CallTable, generation: number) {
    this.#table = table;
    this.#generation = generation;
  }
  /** Newest first. */
  add(method: string, params: FormParams, failed: boolean): void {
    this.#count += 1;
    const facts = this.#table.facts[method];
    const kept = !facts || takesSecrets(facts) ? undefined : params;
    this.calls = [{ id: this.#count, method, params: kept, failed }, ...this.calls].slice(0, LAST);
  }
  /** Forgets the calls of a wallet that was closed meanwhile. */
  ofGeneration(generation: number): this {
    if (generation !== this.#generation) this.calls = [];
    this.#generation = generation;
    return this;
  }
}

const logs = new WeakMap<Session, Map<string, CallLog>>();

/** The log of this table's calls since the wallet that is open now was opened. It outlives the screen. */
export function logOf(session: Session, table: CallTable): CallLog {
  const { generation } = session.book;
  const ofSession = logs.get(session) ?? new Map<string, CallLog>();
  logs.set(session, ofSession);
  const log = ofSession.get(table.id)?.ofGeneration(generation) ?? new CallLog(table, generation);
  ofSession.set(table.id, log);
  return log;
}
