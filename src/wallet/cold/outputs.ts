/**
 * Outputs that the view-only wallet sends to the signing device: all, or those that the device may not know yet.
 * Upstream: `wallet2::export_outputs`, `import_outputs` (src/wallet/wallet2.cpp).
 */
import { ONE } from '../../protocol/ring/constants.ts';
import { asTxId, type KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import type { Random } from '../../ports/random.ts';
import { openEnvelope, sealInSteps } from '../../protocol/archive/envelope.ts';
import {
  readOutputs,
  writeOutputsInSteps,
  type ExportedOutput,
  type ExportedOutputs,
} from '../../protocol/archive/outputs.ts';
import { spendKeyOf } from '../account/spend-key.ts';
import { addressCounts, growLabels, withinLookahead } from '../account/lookahead.ts';
import { fault } from '../faults.ts';
import { put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Change, Put } from '../state/tables.ts';
import { inTurns, type NextTurn, type Pause } from '../turns.ts';
import { requireNoCarrot } from '../proofs/carrot-undefined.ts';
import { keyImageAt } from './own-output.ts';

export interface OutputRange {
  /** True: all from `start` on. False: from the first output without a key image on. */
  readonly all: boolean;
  readonly start: number;
  readonly count: number;
}
export const WHAT_IS_NEW: OutputRange = { all: false, start: 0, count: 0xffffffff };

/** Largest valid index of an output in its transaction (upstream's limit). */
const MAX_INDEX = 65_536;
const NO_TXID = asTxId(new Uint8Array(32));

/** Outputs that become exported ones in one step. */
const IN_ONE_STEP = 1000;

/** Faults bad_outputs: nothing_asked, start; carrot_undefined. */
export function outputsToExport(state: WalletState, range: OutputRange): ExportedOutputs {
  return atOnce(exportInSteps(state, range));
}
/** `outputsToExport` of this moment, for thousands of outputs. */
function* exportInSteps(
  { outputs }: WalletState,
  { all, start, count }: OutputRange,
): Steps<ExportedOutputs> {
  if (count === 0) throw fault('bad_outputs', { reason: 'nothing_asked' });
  if (!all && start > 0) throw fault('bad_outputs', { reason: 'start' });
  const wanted = outputs.findIndex((output) => !output.keyImage || output.keyImageRequested);
  const first = wanted < 0 ? outputs.length : wanted;
  const offset = all ? Math.min(start, outputs.length) : first;
  const exported = outputs.slice(offset, offset + count);
  requireNoCarrot(exported, 'outputs');
  const total = outputs.length;
  const written: ExportedOutput[] = [];
  for (let at = 0; at < exported.length; at += IN_ONE_STEP) {
    yield;
    for (const output of exported.slice(at, at + IN_ONE_STEP)) written.push(toExported(output));
  }
  return { offset, total, outputs: written };
}

export interface OutputExporter {
  readonly random: Random;
  readonly state: WalletState;
  readonly pause: Pause;
}

/** The outputs of this moment as an encrypted file, written in turns. Fault no_wallet: the wallet was closed meanwhile. */
export async function exportOutputs(
  { random, state, pause }: OutputExporter,
  range: OutputRange,
): Promise<Uint8Array> {
  const { account } = state;
  const outputs = await inTurns(exportInSteps(state, range), pause);
  const content = await inTurns(writeOutputsInSteps(account, outputs), pause);
  const source = { random: (n: number) => random.bytes(n) };
  return inTurns(sealInSteps(source, 'outputs', account.viewSecret, content), pause);
}

/**
 * Imports an export; returns the number of outputs known afterwards. On a fault nothing has changed. Own faults:
 * hot_wallet, watch_only, bad_outputs, bad_envelope, foreign_account, old_format.
 */
export async function importOutputs(
  { ledger, nextTurn }: { readonly ledger: Ledger; readonly nextTurn: NextTurn },
  bytes: Uint8Array,
): Promise<number> {
  const { account } = ledger.state;
  const exported = readOutputs(account, openEnvelope('outputs', account.viewSecret, bytes));
  // An empty export changes nothing and returns 0, as in the reference.
  if (exported.outputs.length === 0) return 0;
  const keyImages = await keyImagesOf(ledger.state, exported, nextTurn);
  await ledger.commit((state) => reduceOutputs(state, exported, keyImages));
  return ledger.state.outputs.length;
}

/** The key images of new outputs, which take longest to compute, before the state is held for the commit. */
export async function keyImagesOf(
  state: WalletState,
  { offset, outputs }: ExportedOutputs,
  nextTurn: NextTurn,
): Promise<ReadonlyMap<ExportedOutput, KeyImage>> {
  const found = new Map<ExportedOutput, KeyImage>();
  // The commit refuses these wallets.
  if (!state.account.spendSecret || state.chain.hashes.length > 0) return found;
  for (const [i, output] of outputs.entries()) {
    await nextTurn(i);
    const known = state.outputs[offset + i];
    if (known?.keyImage && equalBytes(known.key, output.key)) continue;
    const keyImage = keyImageAt(state.account, output, { major: output.major, minor: output.minor });
    if (keyImage) found.set(output, keyImage);
  }
  return found;
}

/** The change that an export makes. `keyImages`: those that are known. Faults hot_wallet, watch_only, bad_outputs. */
export function reduceOutputs(
  state: WalletState,
  { offset, total, outputs }: ExportedOutputs,
  keyImages?: ReadonlyMap<ExportedOutput, KeyImage>,
): Change {
  const known = state.outputs.length;
  if (state.chain.hashes.length > 0) throw fault('hot_wallet');
  spendKeyOf(state.account);
  if (offset > known) throw fault('bad_outputs', { reason: 'gap' });
  if (offset + outputs.length > total) throw fault('bad_outputs', { reason: 'total' });
  // Outputs that the view-only wallet has lost in a reorg are removed.
  const kept = offset + outputs.length > known ? known : Math.min(known, total);
  const deletes = Array.from({ length: known - kept }, (_, i) => remove('outputs', String(known - 1 - i)));
  const counts = [...addressCounts(state)];
  const grown: Put[] = [];
  const puts = outputs.map((output, i) => {
    const outputIndex = offset + i;
    const existing = outputIndex < kept ? state.outputs[outputIndex] : undefined;
    const subaddress = { major: output.major, minor: output.minor };
    if (withinLookahead(counts, state.account.lookahead, subaddress))
      for (const labels of growLabels(counts, subaddress)) grown.push(labels);
    return put(
      'outputs',
      String(outputIndex),
      toOwned(state, output, { at: outputIndex, existing, known: keyImages?.get(output) }),
    );
  });
  return { puts: [...puts, ...grown], deletes };
}

const toOwned = (
  { account }: WalletState,
  described: ExportedOutput,
  {
    at,
    existing,
    known,
  }: {
    readonly at: number;
    readonly existing: OwnedOutput | undefined;
    readonly known: KeyImage | undefined;
  },
): OwnedOutput => {
  if (described.outputIndex >= MAX_INDEX) throw fault('bad_outputs', { reason: 'index', at });
  const subaddress = { major: described.major, minor: described.minor };
  const asBefore =
    existing?.keyImage &&
    equalBytes(existing.key, described.key) &&
    existing.outputIndex === described.outputIndex &&
    existing.subaddress.major === described.major &&
    existing.subaddress.minor === described.minor;
  const keyImage = asBefore ? existing.keyImage : (known ?? keyImageAt(account, described, subaddress));
  if (!keyImage) throw fault('bad_outputs', { reason: 'foreign', at });
  const wanted = !asBefore || !described.keyImageKnown || described.keyImageRequested;
  return {
    txid: NO_TXID,
    outputIndex: described.outputIndex,
    globalIndex: described.globalIndex,
    key: described.key,
    keyImage,
    ...(wanted && { keyImageRequested: true }),
    amount: described.amount,
    mask: ONE,
    rct: described.rct,
    coinbase: false,
    subaddress,
    height: 0,
    timestamp: 0,
    unlockTime: 0n,
    txPublicKey: described.txPublicKey,
    pkIndex: 0,
    additionalKeys: described.additionalKeys,
    ...(described.spent && { spent: { height: 0, txid: NO_TXID } }),
    frozen: described.frozen,
  };
};

const toExported = (output: OwnedOutput): ExportedOutput => ({
  key: output.key,
  outputIndex: output.outputIndex,
  globalIndex: output.globalIndex,
  txPublicKey: output.txPublicKey,
  spent: output.spent !== undefined,
  frozen: output.frozen,
  rct: output.rct,
  keyImageKnown: output.keyImage !== undefined,
  keyImageRequested: output.keyImageRequested ?? false,
  keyImagePartial: false,
  amount: output.amount,
  additionalKeys: output.additionalKeys,
  major: output.subaddress.major,
  minor: output.subaddress.minor,
});
