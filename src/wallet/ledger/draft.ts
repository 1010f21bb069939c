/** A state under construction: reads fall through to the committed state, writes gather into one `Change`. */
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import { growLabels, labelsOf, withinLookahead } from '../account/lookahead.ts';
import { put, remove, type WalletState } from '../state/state.ts';
import type { Change, ChainChange, Delete, OwnedOutput, Put, TableName, Tables } from '../state/types.ts';

export interface Draft {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  put<T extends TableName>(table: T, key: string, value: Tables[T]): void;
  delete(table: TableName, key: string): void;
  entries<T extends TableName>(table: T): [string, Tables[T]][];
  readonly outputCount: number;
  output(seat: number): OwnedOutput;
  setOutput(seat: number, output: OwnedOutput): void;
  indexOfKey(hex: string): number | undefined;
  indexOfKeyImage(hex: string): number | undefined;
  /** Money arrived at this address: label and look ahead beyond it. */
  expand(index: SubaddressIndex): void;
  /** Marks a pending outgoing transaction as failed and frees its inputs. */
  fail(txid: string): void;
  /** Drops everything at or above `height` (a reorg). */
  detach(height: number): void;
  chain(change: ChainChange): void;
  change(): Change;
}

export const createDraft = (state: WalletState): Draft => {
  const puts = new Map<string, Put>();
  const deletes = new Map<string, Delete>();
  const newKeys = new Map<string, number>();
  const newImages = new Map<string, number>();
  let count = state.outputs.length;
  let labels = labelsOf(state);
  let chain: ChainChange | undefined;
  const at = (table: TableName, key: string): string => `${table}/${key}`;

  const draft: Draft = {
    get: <T extends TableName>(table: T, key: string) => {
      if (deletes.has(at(table, key))) return undefined;
      const own = puts.get(at(table, key));
      return own ? (own.value as Tables[T]) : state.tables[table].get(key);
    },
    put: (table, key, value) => {
      deletes.delete(at(table, key));
      puts.set(at(table, key), put(table, key, value));
    },
    delete: (table, key) => {
      puts.delete(at(table, key));
      deletes.set(at(table, key), remove(table, key));
    },
    entries: <T extends TableName>(table: T) => {
      const keys = new Set(state.tables[table].keys());
      for (const each of puts.values()) if (each.table === table) keys.add(each.key);
      return [...keys].flatMap((key): [string, Tables[T]][] => {
        const value = draft.get(table, key);
        return value === undefined ? [] : [[key, value]];
      });
    },
    get outputCount() {
      return count;
    },
    output: (seat) => draft.get('outputs', String(seat))!,
    setOutput: (seat, output) => {
      draft.put('outputs', String(seat), output);
      count = Math.max(count, seat + 1);
      newKeys.set(toHex(output.key), seat);
      if (output.keyImage) newImages.set(toHex(output.keyImage), seat);
    },
    indexOfKey: (hex) => live(newKeys.get(hex) ?? state.byKey.get(hex)),
    indexOfKeyImage: (hex) => live(newImages.get(hex) ?? state.byKeyImage.get(hex)),
    expand: (index) => {
      if (!withinLookahead(labels, state.account.lookahead, index)) return;
      const grown = growLabels(labels, index);
      labels = grown.labels;
      for (const each of grown.puts) draft.put(each.table, each.key, each.value);
    },
    fail: (txid) => {
      const record = draft.get('outgoing', txid);
      if (!record) return;
      draft.put('outgoing', txid, { ...record, state: 'failed' });
      for (const image of record.keyImages) free(image, txid);
    },
    detach: (height) => {
      while (count > 0 && draft.output(count - 1).height >= height) {
        count -= 1;
        draft.delete('outputs', String(count));
      }
      // The burning-bug rule may have put a younger output into an older seat; those seats above are gone too.
      for (let seat = 0; seat < count; seat++) {
        const output = draft.output(seat);
        if (output.spent && output.spent.height >= height) {
          const pendingAgain = draft.get('outgoing', toHex(output.spent.txid)) !== undefined;
          const { spent, ...unspent } = output;
          draft.setOutput(
            seat,
            pendingAgain ? { ...output, spent: { height: 0, txid: spent.txid } } : unspent,
          );
        }
      }
      for (const [key, payment] of draft.entries('payments'))
        if (payment.height >= height) draft.delete('payments', key);
      for (const [key, record] of draft.entries('outgoing')) {
        if (record.state !== 'confirmed' || record.height < height) continue;
        // It was ours and is likely to come back: it waits for a block again.
        draft.put('outgoing', key, { ...record, state: 'pending', height: 0, missing: 0 });
      }
      chain = { ...chain, keep: height };
    },
    chain: (next) => {
      chain = { ...chain, ...next };
    },
    change: () => ({ puts: [...puts.values()], deletes: [...deletes.values()], ...(chain && { chain }) }),
  };
  const live = (seat: number | undefined): number | undefined =>
    seat === undefined || seat >= count ? undefined : seat;
  const free = (image: Uint8Array, txid: string): void => {
    const seat = draft.indexOfKeyImage(toHex(image));
    if (seat === undefined) return;
    const { spent, ...unspent } = draft.output(seat);
    if (spent?.height === 0 && toHex(spent.txid) === txid) draft.setOutput(seat, unspent);
  };
  return draft;
};
