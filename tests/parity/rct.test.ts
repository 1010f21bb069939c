/**
 * Signatures and proofs in both directions: those of monero-wallet-rpc verify here, and monerod mines ours,
 * monero-wallet-rpc receives them, and its check methods accept them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { asCommitment, asKeyImage, asPublicKey, asSecretKey } from '../../src/base/brands.ts';
import { compareBytes, concat, utf8 } from '../../src/base/bytes.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { decodeBase58, encodeBase58 } from '../../src/protocol/encoding/base58.ts';
import { varint } from '../../src/protocol/encoding/varint.ts';
import { accountFromSeed, type AccountKeys } from '../../src/protocol/keys/account.ts';
import {
  derivationToScalar,
  derivePublicKey,
  deriveSecretKey,
  deriveViewTag,
  generateDerivation,
  generateKeyImage,
} from '../../src/protocol/keys/derivation.ts';
import { encryptPaymentId } from '../../src/protocol/keys/payment-id.ts';
import { readMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { commit, commitmentMask, encodeEcdh, openAmount } from '../../src/protocol/rct/amount.ts';
import { pseudoMasks } from '../../src/wallet/spend/build-tx.ts';
import { proveBulletproofPlus } from '../../src/protocol/rct/bpp-prove.ts';
import { signClsag, type RingMember } from '../../src/protocol/rct/clsag.ts';
import { findRctFlaw } from '../../src/protocol/rct/verify.ts';
import { ONE } from '../../src/protocol/ring/constants.ts';
import { checkRingSignature, generateRingSignature } from '../../src/protocol/ring/ring-signature.ts';
import { randomScalar } from '../../src/protocol/ring/scalar.ts';
import { checkSignature, generateSignature } from '../../src/protocol/ring/signature.ts';
import { buildExtra, paymentIdField, txPublicKeys } from '../../src/protocol/tx/extra.ts';
import { rctSigningMessage, txHash } from '../../src/protocol/tx/hash.ts';
import { toAbsoluteOffsets, toRelativeOffsets } from '../../src/protocol/tx/offsets.ts';
import { keyInputs } from '../../src/protocol/tx/prefix.ts';
import { readTransaction, writeTransaction } from '../../src/protocol/tx/transaction.ts';
import type { RctBase, Transaction, TxPrefix } from '../../src/protocol/tx/types.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../support/regtest.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

const random = seededRandom('parity of proofs');
const ours = accountFromSeed((await readMnemonic(FIRST_OWNER.seed)).key);
const theirs = accountFromSeed((await readMnemonic(SECOND_OWNER.seed)).key);
const addressOf = ({ spendPublic, viewPublic }: AccountKeys): string =>
  formatAddress({ network: 'mainnet', kind: 'standard', spendPublic, viewPublic });
/** Indices of rewards of FIRST_OWNER, which is `ours`. */
const RING = Array.from({ length: 16 }, (_, i) => BigInt(i));
const XMR = 1_000_000_000_000n;

let chain: Regtest;
let wallet: WalletRpc;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  wallet = await chain.walletRpc();
  const { seed } = SECOND_OWNER;
  await wallet.call('restore_deterministic_wallet', { filename: 'theirs', password: '', seed });
  await wallet.call('refresh');
});
afterAll(() => chain.dispose());

const transactionOf = async (txid: string): Promise<Transaction> => {
  const { txs } = await chain.path('/get_transactions', { txs_hashes: [txid] });
  const [entry] = txs as { as_hex: string; pruned_as_hex: string }[];
  // A coinbase has nothing to prune; the node answers it as pruned.
  return readTransaction(fromHex(entry!.as_hex || entry!.pruned_as_hex));
};

interface ChainOutput extends RingMember {
  readonly txid: string;
}
const outputsAt = async (indices: readonly bigint[]): Promise<ChainOutput[]> => {
  const outputs = indices.map((index) => ({ amount: 0, index }));
  const { outs } = await chain.path('/get_outs', { outputs, get_txid: true });
  return (outs as { key: string; mask: string; txid: string }[]).map(({ key, mask, txid }) => ({
    key: asPublicKey(fromHex(key)),
    commitment: asCommitment(fromHex(mask)),
    txid,
  }));
};
const ringsOf = (tx: Transaction): Promise<ChainOutput[][]> =>
  Promise.all(keyInputs(tx.prefix).map(({ keyOffsets }) => outputsAt(toAbsoluteOffsets(keyOffsets))));

/** What `account` receives from `tx` under its main address: output index to amount. */
const receivedBy = (account: AccountKeys, tx: Transaction): Map<number, bigint> => {
  const derivation = generateDerivation(txPublicKeys(tx.prefix.extra)[0]!, account.viewSecret);
  const found = new Map<number, bigint>();
  for (const [i, output] of tx.prefix.outputs.entries()) {
    if (toHex(derivePublicKey(derivation, i, account.spendPublic)) !== toHex(output.key)) continue;
    const { type, ecdh, commitments } = tx.rct!;
    const sharedScalar = derivationToScalar(derivation, i);
    const opening = openAmount({ type, ecdh: ecdh[i]!, commitment: commitments[i]!, sharedScalar });
    found.set(i, opening!.amount);
  }
  return found;
};

describe('signatures and proofs of the reference', () => {
  it.each([
    ['two outputs', [3n]],
    ['three outputs, padded to four', [1n, 2n]],
    ['seven outputs, padded to eight', [1n, 1n, 1n, 1n, 1n, 1n]],
  ])('make a transaction with %s that verifies here, and its amounts open', async (_name, amounts) => {
    const destinations = amounts.map((amount) => ({ amount: amount * XMR, address: addressOf(ours) }));
    const sent = await wallet.call('transfer', { destinations });
    const tx = await transactionOf(sent['tx_hash'] as string);
    expect(findRctFlaw(tx, await ringsOf(tx))).toBeUndefined();
    const received = [...receivedBy(ours, tx).values()].sort();
    expect(received).toEqual(amounts.map((amount) => amount * XMR).sort());
    expect(receivedBy(theirs, tx).size).toBe(1); // the change
  });

  it('in key image exports are ring signatures over the image itself', async () => {
    const { signed_key_images: exported } = await wallet.call('export_key_images', { all: true });
    const { transfers } = await wallet.call('incoming_transfers', { transfer_type: 'all' });
    const keyOf = new Map(
      (transfers as { key_image: string; pubkey: string }[]).map((one) => [one.key_image, one.pubkey]),
    );
    const some = (exported as { key_image: string; signature: string }[]).slice(0, 5);
    expect(some).toHaveLength(5);
    for (const { key_image: image, signature } of some) {
      const key = fromHex(keyOf.get(image)!);
      expect(
        checkRingSignature(
          fromHex(image),
          asKeyImage(fromHex(image)),
          [asPublicKey(key)],
          [fromHex(signature)],
        ),
      ).toBe(true);
    }
  });

  it('of spending are ring signatures over the rings of the transaction', async () => {
    const destinations = [{ amount: XMR, address: addressOf(ours) }];
    const txid = (await wallet.call('transfer', { destinations }))['tx_hash'] as string;
    const { signature } = await wallet.call('get_spend_proof', { txid, message: 'hello' });
    const tx = await transactionOf(txid);
    const rings = await ringsOf(tx);
    const hash = kernel.keccak256(concat(fromHex(txid), utf8('hello')));
    const pairs = (signature as string).slice('SpendProofV1'.length).match(/.{88}/g)!.map(decodeBase58);
    for (const [i, { keyImage }] of keyInputs(tx.prefix).entries()) {
      const keys = rings[i]!.map(({ key }) => key);
      expect(checkRingSignature(hash, keyImage, keys, pairs.slice(16 * i, 16 * i + 16))).toBe(true);
    }
  });

  it('of messages are Schnorr signatures', async () => {
    const { signature } = await wallet.call('sign', { data: 'hello' });
    const bytes = decodeBase58((signature as string).slice('SigV2'.length));
    expect(checkSignature(messageHash(theirs, 'hello'), theirs.spendPublic, bytes)).toBe(true);
    expect(checkSignature(messageHash(theirs, 'hallo'), theirs.spendPublic, bytes)).toBe(false);
  });
});

/** The hash that `sign` with the spend key signs. */
const messageHash = ({ spendPublic, viewPublic }: AccountKeys, text: string): Uint8Array => {
  const data = utf8(text);
  const domain = utf8('MoneroMessageSignature\0');
  return kernel.keccak256(
    concat(domain, spendPublic, viewPublic, Uint8Array.of(0), varint(data.length), data),
  );
};

describe('signatures and proofs of ours', () => {
  it('of messages verify in the reference', async () => {
    const hash = messageHash(ours, 'from us');
    const signature = generateSignature({ random }, hash, ours.spendPublic, ours.spendSecret);
    const answer = await wallet.call('verify', {
      data: 'from us',
      address: addressOf(ours),
      signature: `SigV2${encodeBase58(signature)}`,
    });
    expect(answer).toMatchObject({ good: true, version: 2, signature_type: 'spend' });
  });

  it('make a transaction of two inputs that is mined and received, and its spend proof verifies', async () => {
    const { tx, rings, secrets } = await spendOurCoinbases([0, 1], 2n * XMR);
    expect(findRctFlaw(tx, rings)).toBeUndefined();
    await relay(tx);
    const txid = toHex(txHash(tx));
    const { transfer } = await wallet.call('get_transfer_by_txid', { txid });
    expect(transfer).toMatchObject({ type: 'in', amount: Number(2n * XMR) });

    const hash = kernel.keccak256(concat(fromHex(txid), utf8('ours')));
    const pairs = secrets.flatMap((secret, i) => {
      const ring = rings[i]!.map(({ key }) => key);
      return generateRingSignature({ random }, { hash, ring, ...secret });
    });
    const signature = `SpendProofV1${pairs.map(encodeBase58).join('')}`;
    expect(await wallet.call('check_spend_proof', { txid, message: 'ours', signature })).toMatchObject({
      good: true,
    });
  });

  it('make a transaction of one input and sixteen outputs that is mined and received', async () => {
    const { tx } = await spendOurCoinbases([2], ...new Array<bigint>(15).fill(XMR / 10n));
    await relay(tx);
    const { transfer } = await wallet.call('get_transfer_by_txid', { txid: toHex(txHash(tx)) });
    expect(transfer).toMatchObject({ type: 'in', amount: Number((15n * XMR) / 10n) });
  });
});

const relay = async (tx: Transaction): Promise<void> => {
  const answer = await chain.path('/send_raw_transaction', { tx_as_hex: toHex(writeTransaction(tx)) });
  expect(answer).toMatchObject({ status: 'OK', not_relayed: false });
  await chain.mine(1, addressOf(theirs));
  const { txs } = await chain.path('/get_transactions', { txs_hashes: [toHex(txHash(tx))] });
  expect((txs as object[])[0]).toMatchObject({ in_pool: false });
  await wallet.call('refresh');
};

/** A type 6 transaction that spends our coinbases at these ring positions, pays `theirs`, and has change for us. */
const spendOurCoinbases = async (positions: readonly number[], ...payments: readonly bigint[]) => {
  const fee = XMR / 100n;
  const ring = await outputsAt(RING);
  const spends = await Promise.all(
    positions.map(async (realIndex) => {
      const { key, txid } = ring[realIndex]!;
      const { prefix } = await transactionOf(txid);
      const derivation = generateDerivation(txPublicKeys(prefix.extra)[0]!, ours.viewSecret);
      const secretKey = deriveSecretKey(derivation, 0, ours.spendSecret);
      expect(toHex(kernel.mulBase(secretKey))).toBe(toHex(key));
      const keyImage = generateKeyImage(key, secretKey);
      return { realIndex, secretKey, keyImage, amount: prefix.outputs[0]!.amount };
    }),
  );
  spends.sort((a, b) => compareBytes(b.keyImage, a.keyImage));

  const txSecret = randomScalar(random);
  const txPublic = kernel.mulBase(txSecret);
  const toThem = generateDerivation(theirs.viewPublic, asSecretKey(txSecret));
  const toUs = generateDerivation(asPublicKey(txPublic), ours.viewSecret);
  const sumIn = spends.reduce((sum, { amount }) => sum + amount, 0n);
  const change = sumIn - fee - payments.reduce((sum, amount) => sum + amount, 0n);
  const outputs = [...payments, change].map((amount, i) => {
    const [derivation, { spendPublic }] = i < payments.length ? [toThem, theirs] : [toUs, ours];
    const sharedScalar = derivationToScalar(derivation, i);
    return {
      opening: { amount, mask: commitmentMask(sharedScalar) },
      sharedScalar,
      key: derivePublicKey(derivation, i, spendPublic),
      viewTag: deriveViewTag(derivation, i),
    };
  });
  const paymentId = { kind: 'encrypted', bytes: encryptPaymentId(new Uint8Array(8), toThem) } as const;
  const prefix: TxPrefix = {
    version: 2,
    unlockTime: 0n,
    inputs: spends.map(({ keyImage }) => ({
      kind: 'key',
      amount: 0n,
      keyOffsets: toRelativeOffsets(RING),
      keyImage,
    })),
    outputs: outputs.map(({ key, viewTag }) => ({ amount: 0n, key, viewTag })),
    extra: buildExtra([{ kind: 'publicKey', key: asPublicKey(txPublic) }, paymentIdField(paymentId)]),
  };
  const openings = outputs.map(({ opening }) => opening);
  const rct: RctBase = {
    type: 6,
    fee,
    pseudoOuts: [],
    ecdh: outputs.map(({ opening, sharedScalar }) => encodeEcdh(6, opening, sharedScalar)),
    commitments: openings.map(commit),
  };
  const proof = proveBulletproofPlus({ random }, openings);
  const message = rctSigningMessage(prefix, rct, [proof]);
  const masks = pseudoMasks(
    { bytes: random },
    spends.length,
    openings.map(({ mask }) => mask),
  );
  const pseudoOuts = spends.map(({ amount }, i) => commit({ amount, mask: masks[i]! }));
  const clsags = spends.map(({ realIndex, secretKey }, i) => {
    const mask = kernel.scalarSub(ONE, masks[i]!); // a coinbase's mask is one
    return signClsag({ random }, { message, ring, realIndex, secretKey, mask, pseudoOut: pseudoOuts[i]! })
      .clsag;
  });
  const prunable = {
    rangeSigs: [],
    bulletproofs: [],
    bulletproofsPlus: [proof],
    mlsags: [],
    clsags,
    pseudoOuts,
  };
  const tx: Transaction = { prefix, signatures: [], rct, prunable };
  return { tx, rings: spends.map(() => ring), secrets: spends };
};
