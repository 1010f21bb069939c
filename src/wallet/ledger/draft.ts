/** A state under construction: reads fall through to the committed state, writes gather into one `Change`. */
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import { growLabels, labelsOf, withinLookahead } from '../account/lookahead.ts';
import { pendingOf, put, remove, type WalletState } from '../state/state.ts';
import type {
  Change,
  ChainChange,
  Delete,
  Outgoing,
  OwnedOutput,
  Put,
  TableName,
  Tables,
} from '../state/types.ts';

export interface Draft {
  get<T extends TableName>(table: T, key: string): Tables[T] | undefined;
  put<T extends TableName>(table: T, key: string, value: Tables[T]): void;
  delete(table: TableName, key: string): void;
  entries<T extends TableName>(table: T): [string, Tables[T]][];
  /** Outgoing transactions that wait for a block. */
  pending(): [string, Outgoing][];
  readonly outputCount: number;
  output(outputIndex: number): OwnedOutput;
  setOutput(outputIndex: number, output: OwnedOutput): void;
  indexOfKey(hex: string): number | undefined;
  indexOfKeyImage(hex: string): number | undefined;
  /** Money arrived at this address: label and look ahead beyond it. */
  expand(index: SubaddressIndex): void;
  /** Marks a pending outgoing transaction as failed and frees its inputs. */
  fail(txid: string): void;
  /** Drops all outputs: they were told by another half, and the chain tells better. */
  forgetOutputs(): void;
  /** Drops everything at or above `height` (a reorg). */
  detach(height: number): void;
  chain(change: ChainChange): void;
  change(): Change;
}

const rowsOf = <T>(tables: Map<TableName, Map<string, T>>, table: TableName): Map<string, T> => {
  const known = tables.get(table);
  if (known) return known;
  const rows = new Map<string, T>();
  tables.set(table, rows);
  return rows;
};
const allOf = <T>(tables: ReadonlyMap<TableName, ReadonlyMap<string, T>>): T[] =>
  [...tables.values()].flatMap((rows) => [...rows.values()]);

export function createDraft(state: WalletState): Draft {
  /** By table, in the order in which they were first written to; a key is in one of the two. */
  const puts = new Map<TableName, Map<string, Put>>();
  const deletes = new Map<TableName, Map<string, Delete>>();
  const newKeys = new Map<string, number>();
  const newImages = new Map<string, number>();
  /** Ids of the outgoing transactions that wait for a block: few, where `outgoing` may be long. */
  const waiting = new Set(pendingOf(state).map(({ txid }) => toHex(txid)));
  /** The spend key is: wallet/background. */
  const away = state.settings.background?.away ?? false;
  let count = state.outputs.length;
  let labels = labelsOf(state);
  let chain: ChainChange | undefined;
  const draft: Draft = {
    get: <T extends TableName>(table: T, key: string) => {
      const own = puts.get(table)?.get(key);
      if (!own && deletes.get(table)?.has(key)) return undefined;
      return own ? (own.value as Tables[T]) : state.tables[table].get(key);
    },
    put: (table, key, value) => {
      if (table === 'outgoing') setWaiting(key, (value as Outgoing).state === 'pending');
      deletes.get(table)?.delete(key);
      rowsOf(puts, table).set(key, put(table, key, value));
    },
    delete: (table, key) => {
      if (table === 'outgoing') setWaiting(key, false);
      puts.get(table)?.delete(key);
      rowsOf(deletes, table).set(key, remove(table, key));
    },
    entries: <T extends TableName>(table: T) => {
      const keys = new Set(state.tables[table].keys());
      for (const key of puts.get(table)?.keys() ?? []) keys.add(key);
      return [...keys].flatMap((key): [string, Tables[T]][] => {
        const value = draft.get(table, key);
        return value === undefined ? [] : [[key, value]];
      });
    },
    pending: () => [...waiting].map((key) => [key, draft.get('outgoing', key)!]),
    get outputCount() {
      return count;
    },
    output: (outputIndex) => draft.get('outputs', String(outputIndex))!,
    setOutput: (outputIndex, output) => {
      draft.put('outputs', String(outputIndex), output);
      count = Math.max(count, outputIndex + 1);
      newKeys.set(toHex(output.key), outputIndex);
      if (output.keyImage) newImages.set(toHex(output.keyImage), outputIndex);
    },
    indexOfKey: (hex) => {
      const outputIndex = newKeys.get(hex) ?? state.byKey.get(hex);
      return holds(outputIndex, ({ key }) => key, hex) ? outputIndex : undefined;
    },
    indexOfKeyImage: (hex) => {
      const outputIndex = newImages.get(hex) ?? state.byKeyImage.get(hex);
      return holds(outputIndex, ({ keyImage }) => keyImage, hex) ? outputIndex : undefined;
    },
    expand: (index) => {
      if (!withinLookahead(labels, state.account.lookahead, index)) return;
      const grown = growLabels(labels, index);
      labels = grown.labels;
      for (const each of grown.puts) draft.put(each.table, each.key, each.value);
    },
    fail: (txid) => {
      const record = draft.get('outgoing', txid);
      if (record?.state !== 'pending') return;
      draft.put('outgoing', txid, { ...record, state: 'failed' });
      for (const image of record.keyImages) free(image, txid);
    },
    forgetOutputs: () => {
      for (let outputIndex = count - 1; outputIndex >= 0; outputIndex--)
        draft.delete('outputs', String(outputIndex));
      count = 0;
    },
    detach: (height) => {
      const before = Array.from({ length: count }, (_, outputIndex) => draft.output(outputIndex));
      const kept = before.flatMap((output) => asOf(output, height));
      // Almost always those at the end go; whoever sits above a gap moves down into it.
      while (count > kept.length) draft.delete('outputs', String(--count));
      for (const [outputIndex, output] of kept.entries())
        if (output !== before[outputIndex]) draft.setOutput(outputIndex, output);
      for (const [key, payment] of draft.entries('payments'))
        if (payment.height >= height) draft.delete('payments', key);
      for (const [key] of draft.entries('outputCounts'))
        if (Number(key) >= height) draft.delete('outputCounts', key);
      for (const [key, tx] of draft.entries('maybeSpending'))
        if (tx.height >= height) draft.delete('maybeSpending', key);
      for (const [key, record] of draft.entries('outgoing')) {
        if (record.state !== 'confirmed' || record.height < height) continue;
        // It was ours and is likely to come back: it waits for a block again. Who does not look at the pool would wait
        // for ever, and sends nothing meanwhile that could pay twice.
        draft.put('outgoing', key, { ...record, state: away ? 'failed' : 'pending', height: 0, missing: 0 });
      }
      // Rings and draws stay, whatever they name: its indices come back when the chain grows again, and a node that
      // could have them forgotten by showing a false fork would see a second question about the same output.
      chain = { ...chain, keep: height };
    },
    chain: (next) => {
      chain = { ...chain, ...next };
    },
    change: () => ({ puts: allOf(puts), deletes: allOf(deletes), ...(chain && { chain }) }),
  };
  /** An output as it was below a height: gone, replaced by the one it had replaced (burning bug), or unspent again. */
  const asOf = (output: OwnedOutput, height: number): readonly OwnedOutput[] => {
    if (output.height >= height) {
      const { replaces, spent } = output;
      return replaces ? asOf({ ...replaces, ...(spent && { spent }) }, height) : [];
    }
    if (!output.spent || output.spent.height < height) return [output];
    const { spent, ...unspent } = output;
    const waitsAgain = !away && draft.get('outgoing', toHex(spent.txid)) !== undefined;
    return [waitsAgain ? { ...output, spent: { height: 0, txid: spent.txid } } : unspent];
  };
  const setWaiting = (key: string, waits: boolean): void => {
    if (waits) waiting.add(key);
    else waiting.delete(key);
  };
  /** After a reorg outputs may have other indices than the committed state says. */
  const holds = (
    outputIndex: number | undefined,
    field: (output: OwnedOutput) => Uint8Array | undefined,
    hex: string,
  ): boolean => {
    if (outputIndex === undefined || outputIndex >= count) return false;
    const value = field(draft.output(outputIndex));
    return value !== undefined && toHex(value) === hex;
  };
  const free = (image: Uint8Array, txid: string): void => {
    const outputIndex = draft.indexOfKeyImage(toHex(image));
    if (outputIndex === undefined) return;
    const { spent, ...unspent } = draft.output(outputIndex);
    if (spent?.height === 0 && toHex(spent.txid) === txid) draft.setOutput(outputIndex, unspent);
  };
  return draft;
}
