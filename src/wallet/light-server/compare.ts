/** Compares what a light-wallet server named with the chain, once the wallet has read the blocks that the server had scanned. */
import { equalBytes } from '../../base/bytes.ts';
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { WalletState } from '../state/state.ts';
import { servedAddresses } from './wanted-addresses.ts';

/**
 * not_in_chain: the server named an output that the chain lacks, or has in another place or with another amount. not_named: the chain has
 * one that the server kept back. spent_by_word: the server named a spend that the chain lacks. spend_not_named: it kept a spend back.
 */
export type LightDifferenceKind = 'not_in_chain' | 'not_named' | 'spent_by_word' | 'spend_not_named';
export interface LightDifference {
  readonly kind: LightDifferenceKind;
  readonly txid: TxId;
  readonly height: number;
  /** Piconero. */
  readonly amount: bigint;
}

/** Undefined while blocks that the server had scanned are not read, or no server was used. */
export function lightDifferences(state: WalletState): readonly LightDifference[] | undefined {
  const { tables, height, outputs } = state;
  const use = tables.lightServer.get('');
  if (!use?.open || height < use.height || tables.gaps.size > 0) return undefined;
  const served = servedAddresses(use);
  const found: LightDifference[] = [];
  const note = (kind: LightDifferenceKind, { txid, height: at, amount }: OwnedOutput): void => {
    found.push({ kind, txid, height: at, amount });
  };
  for (const named of tables.namedOutputs.values()) {
    const read = outputs[state.byKey.find(named.key) ?? -1];
    if (!read || !isSameOutput(read, named)) note('not_in_chain', named);
    else if (isSpentBelow(read, use.height) && !named.spent) note('spend_not_named', read);
    else if (named.spent && named.spent.height > 0 && !isSpentBelow(read, use.height))
      note('spent_by_word', read);
  }
  for (const read of outputs) {
    const { major, minor } = read.subaddress;
    const isDue =
      read.height >= Math.max(1, use.startHeight) &&
      read.height < use.height &&
      !read.carrot &&
      minor < (served[major] ?? 0);
    if (isDue && !tables.namedOutputs.has(toHex(read.key))) note('not_named', read);
  }
  return found.sort((a, b) => a.height - b.height);
}

const isSameOutput = (a: OwnedOutput, b: OwnedOutput): boolean =>
  a.amount === b.amount &&
  a.height === b.height &&
  a.globalIndex === b.globalIndex &&
  equalBytes(a.txid, b.txid);

const isSpentBelow = ({ spent }: OwnedOutput, height: number): boolean =>
  spent !== undefined && spent.height > 0 && spent.height < height;
