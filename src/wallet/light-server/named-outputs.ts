/** The part of a light-wallet server's answers that is credited: checked outputs, each with the spend that its own key image shows. */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { Steps } from '../../base/steps.ts';
import type { ToldHistory, ToldOutput, ToldSpend, ToldTransaction } from '../../ports/light-server.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { checkOutput } from './check-output.ts';

export interface NamedOutputs {
  /** In the order of the chain. */
  readonly outputs: readonly OwnedOutput[];
  /** Outputs that are not ours, whose amounts do not open, or whose transaction the server does not name. */
  readonly refused: number;
}

/** Named outputs that one step handles; checking one that is not known takes as long as many others. */
const STEP = 1024;
const CHECK = 32;

interface Told {
  readonly history: ToldHistory;
  readonly outputs: readonly ToldOutput[];
  /** Number of addresses of each account that the server was asked for: it may name no others. */
  readonly counts: readonly number[];
}

/**
 * `known`: outputs that were checked before, by one-time key in hex. Outputs above the blocks that the history covers are left for the
 * next answer. Of two outputs with one key only the larger one can be spent. A server may name hundreds of thousands.
 */
export function* nameOutputs(
  account: AccountRecord,
  { history, outputs, counts }: Told,
  known: ReadonlyMap<string, OwnedOutput>,
): Steps<NamedOutputs> {
  const byTxid = new Map(history.transactions.map((tx) => [toHex(tx.txid), tx]));
  const byKey = new Map<string, OwnedOutput>();
  let refused = 0;
  let work = 0;
  for (const told of outputs) {
    if (work >= STEP) {
      work = 0;
      yield;
    }
    work += 1;
    if (told.height >= history.scanned) continue;
    const key = toHex(told.key);
    const tx = byTxid.get(toHex(told.txid));
    const { major, minor } = told.subaddress;
    const fits = tx?.height === told.height && told.height > 0 && minor < (counts[major] ?? 0);
    const same = fits ? isSame(known.get(key), told, tx) : undefined;
    if (fits && !same) work += CHECK;
    const output = same ?? (fits ? checkOutput(account, told, tx) : undefined);
    if (!output) refused += 1;
    else if ((byKey.get(key)?.amount ?? -1n) < output.amount) byKey.set(key, output);
  }
  const spent = withSpends(history.transactions, [...byKey.values()]);
  return { outputs: spent.sort((a, b) => a.height - b.height || a.globalIndex - b.globalIndex), refused };
}

/** The output that was checked before, unless the server now says something else of it. */
const isSame = (
  known: OwnedOutput | undefined,
  told: ToldOutput,
  tx: ToldTransaction,
): OwnedOutput | undefined => {
  if (!known) return undefined;
  const { spent: _spent, ...output } = known;
  const same =
    equalBytes(known.txid, told.txid) &&
    equalBytes(known.txPublicKey, told.txPublicKey) &&
    known.outputIndex === told.outputIndex &&
    known.globalIndex === told.globalIndex &&
    known.height === told.height &&
    known.amount === told.amount &&
    known.rct === (told.rct !== undefined) &&
    known.coinbase === tx.coinbase &&
    known.unlockTime === tx.unlockTime &&
    known.timestamp === tx.timestamp &&
    known.subaddress.major === told.subaddress.major &&
    known.subaddress.minor === told.subaddress.minor;
  return same ? output : undefined;
};

/** A transaction spends an output if it has the output's own key image; others have the output in their rings. */
const withSpends = (
  transactions: readonly ToldTransaction[],
  outputs: readonly OwnedOutput[],
): OwnedOutput[] => {
  const spends = new Map<string, { readonly tx: ToldTransaction; readonly spend: ToldSpend }>();
  for (const tx of transactions)
    for (const spend of tx.spends) {
      const image = toHex(spend.keyImage);
      const other = spends.get(image);
      // The one in a block counts.
      if (!other || other.tx.height === 0) spends.set(image, { tx, spend });
    }
  return outputs.map((output) => {
    const found = spends.get(toHex(output.keyImage!));
    return found ? { ...output, spent: { height: found.tx.height, txid: found.tx.txid } } : output;
  });
};
