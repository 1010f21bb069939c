/** Outputs with keys of the wallet, so that a test can spend them. */
import { asPublicKey, asSecretKey, asTxId, type TxId } from '../../../src/base/brands.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { OutputInfo } from '../../../src/ports/output-source.ts';
import type { AccountKeys } from '../../../src/protocol/keys/account.ts';
import {
  derivePublicKey,
  deriveSecretKey,
  generateDerivation,
  generateKeyImage,
} from '../../../src/protocol/keys/derivation.ts';
import { subaddressKeys, subaddressSecret } from '../../../src/protocol/keys/subaddress.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';

export interface OwnOutputOptions {
  /** The name of its transaction, from which the id follows. */
  readonly tx: string;
  readonly amount: bigint;
  readonly major?: number;
  readonly minor?: number;
  readonly height: number;
  readonly globalIndex: number;
  readonly spent?: OwnedOutput['spent'];
}

/** 32 bytes that follow from a name. */
export function bytesOf(name: string): Uint8Array {
  return kernel.keccak256(utf8(name));
}
export function txidOf(tx: string): TxId {
  return asTxId(bytesOf(`tx ${tx}`));
}
const scalarOf = (name: string): Uint8Array => kernel.scalarReduce(bytesOf(name));

export function ownOutput(keys: AccountKeys, options: OwnOutputOptions): OwnedOutput {
  const { tx, amount, major = 0, minor = 0, height, globalIndex } = options;
  const main = major === 0 && minor === 0;
  const { spendPublic } = subaddressKeys(keys, major, minor);
  const secret = scalarOf(`secret ${tx}`);
  const txPublicKey = main ? kernel.mulBase(secret) : kernel.mul(secret, spendPublic);
  const derivation = generateDerivation(asPublicKey(txPublicKey), keys.viewSecret);
  const key = derivePublicKey(derivation, 0, spendPublic);
  let one = keys.spendSecret && deriveSecretKey(derivation, 0, keys.spendSecret);
  if (one && !main) one = asSecretKey(kernel.scalarAdd(one, subaddressSecret(keys.viewSecret, major, minor)));
  return {
    txid: txidOf(tx),
    outputIndex: 0,
    globalIndex,
    key,
    ...(one && { keyImage: generateKeyImage(key, one) }),
    amount,
    mask: scalarOf(`mask ${tx}`),
    rct: true,
    coinbase: false,
    subaddress: { major, minor },
    height,
    timestamp: 1_700_000_000 + height * 120,
    unlockTime: 0n,
    txPublicKey: asPublicKey(txPublicKey),
    pkIndex: 0,
    additionalKeys: [],
    ...(options.spent && { spent: options.spent }),
    frozen: false,
  };
}

/** The output as the node returns it. */
export function shown({ key, amount, mask, height }: OwnedOutput): OutputInfo {
  return {
    key,
    mask: commit({ amount, mask }),
    unlocked: true,
    height,
  };
}
