/**
 * The wallet as an account of a light-wallet server: its outputs in the form in which a client can spend them, and the
 * transactions of ledger/light-watch.ts. Upstream: `expand_outputs` in src/rpc/light_wallet.cpp of vtnerd/monero-lws.
 */
import type { PublicKey } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { derivationToScalar } from '../../protocol/keys/derivation.ts';
import { subaddressSpendPublic } from '../../protocol/keys/subaddress.ts';
import { commit, encodeEcdh, zeroCommit } from '../../protocol/rct/amount.ts';
import { RCT_SIMPLE } from '../../protocol/tx/types.ts';
import { openings } from '../cold/own-output.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** A RingCT output as the protocol sends it: `rct` is commitment, blinded mask and blinded amount, 96 bytes. */
export interface LightOutput {
  readonly output: OwnedOutput;
  /** The transaction key with which its receiver finds it: an additional one where there is one. */
  readonly txKey: PublicKey;
  /** Empty for an output from before RingCT. */
  readonly rct: Uint8Array;
}

const NOTHING = new Uint8Array(32);

/** Forms that were computed before: each takes several multiplications. */
const known = new WeakMap<OwnedOutput, LightOutput>();

/** The form of an output; undefined for those of Carrot, for which the protocol has none. */
export function lightOutput(account: AccountRecord, output: OwnedOutput): LightOutput | undefined {
  if (output.carrot) return undefined;
  const light = known.get(output) ?? formOf(account, output);
  if (light) known.set(output, light);
  return light;
}

const formOf = (account: AccountRecord, output: OwnedOutput): LightOutput | undefined => {
  const { subaddress, outputIndex, amount, mask } = output;
  const spendPublic = subaddressSpendPublic(account, subaddress.major, subaddress.minor);
  const opening = openings(account, output).find((each) => equalBytes(each.spendPublic, spendPublic));
  if (!opening) return undefined;
  const { txKey, derivation } = opening;
  if (!output.rct) return { output, txKey, rct: new Uint8Array(0) };
  if (output.coinbase) return { output, txKey, rct: concat(zeroCommit(amount), mask, NOTHING) };
  const sealed = encodeEcdh(RCT_SIMPLE, { amount, mask }, derivationToScalar(derivation, outputIndex));
  return { output, txKey, rct: concat(commit({ amount, mask }), sealed.mask ?? NOTHING, sealed.amount) };
};
