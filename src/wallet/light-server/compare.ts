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

/**
 * Undefined while blocks that the server had scanned are not read, or no server was used. `tip`: number of blocks of the
 * node's chain, if it is known. If the server claims to have scanned more, the blocks that are read are compared.
 */
export function lightDifferences(state: WalletState, tip = Infinity): readonly LightDifference[] | undefined {
  const { tables, height, outputs } = state;
  const use = tables.lightServer.get('');
  if (!use?.open || height < Math.min(use.height, tip) || tables.gaps.size > 0) return undefined;
  const end = Math.min(use.height, height);
  const served = servedAddresses(use);
  const found: LightDifference[] = [];
  const note = (kind: LightDifferenceKind, { txid, height: at, amount }: OwnedOutput): void => {
    found.push({ kind, txid, height: at, amount });
  };
  /** A named spend in a block that is not read yet is compared later. */
  const isDueSpend = ({ spent }: OwnedOutput): boolean =>
    spent !== undefined && spent.height > 0 && (spent.height < end || end === use.height);
  for (const named of tables.namedOutputs.values()) {
    if (named.height >= end) continue;
    const read = outputs[state.byKey.find(named.key) ?? -1];
    if (!read || !isSameOutput(read, named)) note('not_in_chain', named);
    else if (isSpentBelow(read, end) && !named.spent) note('spend_not_named', read);
    else if (isDueSpend(named) && !isSpentBelow(read, end)) note('spent_by_word', read);
  }
  for (const read of outputs) {
    const { major, minor } = read.subaddress;
    const isDue =
      read.height >= Math.max(1, use.startHeight) &&
      read.height < end &&
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
