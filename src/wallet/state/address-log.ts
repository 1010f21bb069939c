/** The addresses of a wallet in the order in which they changed last, so that the page loads the changed ones alone. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { HistoryIndex } from './history-index.ts';
import { labelsIndex } from './labels.ts';
import { returnedByMinor } from './returned.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { Outgoing, Payment } from './records/payments.ts';
import type { RequestRecord } from './records/requests.ts';
import type { Change } from './tables.ts';

/** Addresses that changed after a revision, the oldest change first. */
export interface ChangedAddresses {
  /** The revision of the last of them, or that of the wallet if there are no more. */
  readonly revision: number;
  readonly addresses: readonly SubaddressIndex[];
  readonly more: boolean;
}
interface Entry extends SubaddressIndex {
  readonly revision: number;
}
interface Known {
  readonly tables: {
    readonly payments: ReadonlyMap<string, Payment>;
    readonly requests: ReadonlyMap<string, RequestRecord>;
  };
  readonly outputs: readonly OwnedOutput[];
  readonly history: Pick<HistoryIndex, 'unmined'>;
}
/** Entries that do not count any more are removed when there are so many more of them than addresses. */
const SPARE = 1000;

export class AddressLog {
  /** By revision, ascending. Of an address only the last entry counts. */
  #entries: Entry[] = [];
  readonly #latest = new Map<string, Entry>();
  #revision = 0;

  /** `labels`: those of all addresses, by the major index of their account. */
  constructor(labels: ReadonlyMap<string, readonly string[]>) {
    for (const [key, those] of labels) this.#noteLabels(key, those);
  }
  /** At most `limit` addresses; all of the wallet changed after revision 0. */
  since(revision: number, limit: number): ChangedAddresses {
    const first = this.#entries.findLastIndex((each) => each.revision <= revision) + 1;
    const addresses: Entry[] = [];
    for (let at = first; at < this.#entries.length; at++) {
      const entry = this.#entries[at]!;
      if (!this.#counts(entry)) continue;
      if (addresses.length === limit) return { revision: addresses.at(-1)!.revision, addresses, more: true };
      addresses.push(entry);
    }
    return { revision: this.#revision, addresses, more: false };
  }
  /** Notes the addresses whose label, balance, use or request a change alters. Call it before the change is applied. */
  note({ tables, outputs, history }: Known, { puts, deletes }: Change): void {
    let money = false;
    let firstRemoved = Infinity;
    for (const { table, key } of deletes)
      if (table === 'outputs') firstRemoved = Math.min(firstRemoved, Number(key));
      else if (table === 'outgoing') money = true;
      else if (table === 'payments' || table === 'requests') this.#note(tables[table].get(key)?.subaddress);
    // All outputs from this index on are removed.
    for (const each of outputs.slice(firstRemoved)) {
      money = true;
      this.#note(each.subaddress);
    }
    for (const each of puts)
      if (each.table === 'labels') this.#noteLabels(each.key, each.value);
      else if (each.table === 'outputs') {
        money = true;
        this.#note(outputs[Number(each.key)]?.subaddress);
        this.#note(each.value.subaddress);
      } else if (each.table === 'payments' || each.table === 'requests') {
        this.#note(tables[each.table].get(each.key)?.subaddress);
        this.#note(each.value.subaddress);
      } else if (each.table === 'outgoing') {
        money = true;
        this.#noteReturns(each.value);
      }
    // The money that a pending transaction brings back depends on the outputs that it spends.
    if (money) for (const each of history.unmined.values()) this.#noteReturns(each);
  }

  #noteLabels(key: string, labels: readonly string[]): void {
    const { major, minor } = labelsIndex(key);
    for (const i of labels.keys()) this.#note({ major, minor: minor + i });
  }
  #noteReturns(record: Outgoing): void {
    for (const minor of new Set([0, ...returnedByMinor(record).keys()]))
      this.#note({ major: record.account, minor });
  }
  #note(address: SubaddressIndex | undefined): void {
    if (!address) return;
    this.#revision += 1;
    const entry = { major: address.major, minor: address.minor, revision: this.#revision };
    this.#latest.set(`${entry.major}:${entry.minor}`, entry);
    this.#entries.push(entry);
    if (this.#entries.length > 2 * this.#latest.size + SPARE)
      this.#entries = this.#entries.filter((each) => this.#counts(each));
  }
  #counts(entry: Entry): boolean {
    return this.#latest.get(`${entry.major}:${entry.minor}`) === entry;
  }
}
