/**
 * Proves, signs and verifies a prepared payment: blinds of the inputs, outputs and spend proofs, the membership proof, the
 * bytes of the whole transaction. The paths of the inputs are in the wallet's own tree. Nothing is stored before it is sent.
 */
import { equalBytes } from '../../base/bytes.ts';
import type { Scalar } from '../../base/brands.ts';
import { Secret } from '../../base/secret.ts';
import type { MembershipWorkers } from '../../ports/membership-workers.ts';
import { fcmpTxHash, readFcmpTransaction } from '../../protocol/carrot/fcmp-part.ts';
import { openingOf, type OneTimeSecrets } from '../../protocol/carrot/opening.ts';
import {
  buildFcmpTx,
  forgetBlinds,
  wholeFcmpTx,
  type FcmpSpend,
  type UnprovenTx,
} from '../../protocol/fcmp/build-tx.ts';
import type { Path } from '../../protocol/fcmp/paths.ts';
import { treeNamedBy } from '../../protocol/fcmp/unlock.ts';
import { fcmpWeight } from '../../protocol/fcmp/weight.ts';
import type { WideTowerPoint } from '../../kernel/tower.ts';
import { Selene } from '../../kernel/ref/tower-cycle.ts';
import type { SharedSums } from '../../kernel/tower-sums.ts';
import { readWideTower } from '../../kernel/tower.ts';
import {
  claimOf,
  lastTask,
  preparedInput,
  proveTxMembership,
  type PreparedInput,
} from '../../protocol/membership/tx.ts';
import { commit } from '../../protocol/rct/amount.ts';
import type { Core } from '../areas/core.ts';
import { fault } from '../faults.ts';
import { spendSecretOf } from '../spend/build-tx.ts';
import { destinationsOf } from '../spend/destinations.ts';
import type { PendingTx } from '../spend/pending.ts';
import type { ProvablePayment } from '../spend/prepared.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { ownPaths } from '../tree/own-path.ts';
import { takeSpares, type Spare } from './spares.ts';

export type ProvingCore = Pick<Core, 'state' | 'sync' | 'random' | 'spending'>;

/** Faults: watch_only; built_wrong; no_tree, tree_too_old; cancelled as `signal` says, which is asked between the parts. */
export async function provePayment(
  { state, sync, random, spending }: ProvingCore,
  payment: ProvablePayment,
  signal: AbortSignal,
): Promise<PendingTx> {
  const { membership: workers } = spending.cryptoWorkers;
  if (workers === undefined) throw new Error('this build makes no membership proofs');
  const drawn = (n: number): Uint8Array => random.bytes(n);
  const outputs = payment.inputs.map(({ output }) => output);
  const of = outputs.length;
  try {
    const referenceBlock = state.height - 1;
    const paths = pathsOf(state, referenceBlock, outputs);
    const { layers } = paths.values().next().value!;
    sync.showProving?.({ step: 'hiding', done: 0, of });
    const spares = await takeSpares(
      state,
      { count: of, layers: layers.length, random: drawn },
      workers,
      (done) => {
        signal.throwIfAborted();
        sync.showProving?.({ step: 'hiding', done, of });
      },
    );
    const tx = unprovenOf(state.account, payment, spares, drawn);
    try {
      checkImages(tx, outputs);
      const prepared = await withLastBlinds(tx, spares, workers);
      signal.throwIfAborted();
      sync.showProving?.({ step: 'proving', done: 0, of });
      const inputs = tx.inputs.map(({ input, output }, i) => ({
        ...{ input: { input, output }, prepared: prepared[i]! },
        path: paths.get(outputs.find(({ key }) => equalBytes(key, output.key))!)!,
      }));
      const sums = sumsBy(workers, signal);
      const proof = await proveTxMembership(inputs, referenceBlock, { random: drawn, sums });
      if (!(await workers.verify(claimOf(inputs, inputs[0]!.path, proof))))
        throw fault('built_wrong', { what: 'the membership proof does not verify' });
      signal.throwIfAborted();
      return pendingOf(state, payment, wholeFcmpTx(tx, proof));
    } finally {
      forgetBlinds(tx);
    }
  } finally {
    sync.showProving?.(undefined);
  }
}

/** Sums by the workers, until `signal` ends them. */
const sumsBy =
  (workers: MembershipWorkers, signal: AbortSignal): SharedSums =>
  async (curve, batch) => {
    signal.throwIfAborted();
    const points = await workers.sums(curve === Selene ? 'selene' : 'helios', batch);
    return points.map((wide) => readWideTower(curve, wide));
  };

type Paths = ReadonlyMap<OwnedOutput, Path<WideTowerPoint>>;

const pathsOf = (state: Core['state'], referenceBlock: number, outputs: readonly OwnedOutput[]): Paths => {
  const pathOf = ownPaths(state, treeNamedBy(referenceBlock));
  return new Map(
    outputs.map((output) => {
      const path = pathOf(output);
      if (path === undefined) throw fault('output_not_spendable', { reason: 'locked' });
      return [output, path];
    }),
  );
};

const unprovenOf = (
  account: AccountRecord,
  { proposals, inputs, settled: { fee } }: ProvablePayment,
  spares: readonly Spare[],
  random: (n: number) => Uint8Array,
): UnprovenTx => {
  const spends = inputs.map(({ output }) => spendOf(account, output));
  try {
    const blinds = spares.map(({ spare }) => spare.free);
    return buildFcmpTx({ spends, proposals, fee, blinds }, { viewSecret: account.viewSecret }, random);
  } finally {
    for (const { secrets } of spends) for (const secret of [secrets.x, secrets.y]) secret.wipe();
  }
};

const spendOf = (account: AccountRecord, output: OwnedOutput): FcmpSpend => {
  const { key, amount, mask, carrot } = output;
  const opening = { amount, mask };
  return {
    output: { kind: carrot ? 'carrot' : 'legacy', key, commitment: commit(opening) },
    opening,
    secrets: secretsOf(account, output),
  };
};

const secretsOf = (account: AccountRecord, output: OwnedOutput): OneTimeSecrets => {
  const { spendSecret, viewSecret } = account;
  if (!spendSecret) throw fault('watch_only');
  if (output.carrot)
    return openingOf({ spendSecret, viewSecret }, { index: output.subaddress, extension: output.carrot });
  const x = spendSecretOf(account, output);
  return { x: Secret.over(x), y: Secret.over(ZERO.slice()) };
};

/** Outputs of before Carrot have no part of T. */
const ZERO: Scalar = new Uint8Array(32);

const checkImages = ({ pruned }: UnprovenTx, outputs: readonly OwnedOutput[]): void => {
  for (const input of pruned.prefix.inputs)
    if (
      input.kind !== 'key' ||
      !outputs.some(({ keyImage }) => keyImage && equalBytes(keyImage, input.keyImage))
    )
      throw fault('built_wrong', { what: 'a key image is not the one we know' });
};

/** The blinds of the pseudo outputs depend on the outputs of this payment. */
const withLastBlinds = async (
  tx: UnprovenTx,
  spares: readonly Spare[],
  workers: MembershipWorkers,
): Promise<readonly PreparedInput[]> => {
  const last = await workers.blinds(tx.inputs.map(({ blinds }) => lastTask(blinds)));
  return spares.map(({ prepared }, i) => preparedInput(prepared, last[i]!));
};

const pendingOf = (
  state: Core['state'],
  { account, inputs, settled: { fee, change, payees } }: ProvablePayment,
  blob: Uint8Array,
): PendingTx => {
  const read = readFcmpTransaction(blob);
  const paymentId = payees.find(({ address }) => address.paymentId)?.address.paymentId;
  return {
    ...{ blob, fee, account, change },
    txid: fcmpTxHash(read),
    weight: fcmpWeight({ inputs: inputs.length, outputs: read.pruned.prefix.outputs.length }),
    keyImages: inputs.map(({ output }) => output.keyImage!),
    destinations: destinationsOf(state, payees, account),
    amountIn: inputs.reduce((sum, { output }) => sum + output.amount, 0n),
    ...(paymentId && { paymentId }),
  };
};
