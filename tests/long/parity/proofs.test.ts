/**
 * Proofs and message signatures compared with monero-wallet-rpc 0.18.4.0 on a real chain: both sides accept those of
 * either, and refuse wrong ones with the same answer, code and message. X is ours, Y is the reference's.
 *
 * `OSTRO_RECORD=tests/vectors/proofs.json` records proofs of the reference with their transactions.
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { writeJson } from '../../../src/base/json.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { parseAddress } from '../../../src/protocol/address/address.ts';
import { encodeBase58 } from '../../../src/protocol/encoding/base58.ts';
import { readReserveProof } from '../../../src/protocol/proof/reserve-proof.ts';
import { hashToScalar, randomScalar } from '../../../src/protocol/ring/scalar.ts';
import { generateSignature } from '../../../src/protocol/ring/signature.ts';
import type { MethodName, Params } from '../../../src/rpc/contract.ts';
import { toAbsoluteOffsets } from '../../../src/protocol/tx/offsets.ts';
import { keyInputs } from '../../../src/protocol/tx/prefix.ts';
import { readPrunedTransaction } from '../../../src/protocol/tx/transaction.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { RpcError, startRegtest, type JsonObject, type Regtest } from '../../support/regtest.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { conduct, levelAnswer } from '../../parity/known-differences.ts';
import {
  FOREIGN_ADDRESS,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const MESSAGES = ['', 'paid for the bicycle', 'für Ωmega – 支払い 🚲\n"\\/'];
const NO_TX = '0'.repeat(64);
const random = seededRandom('parity of proof texts');

interface Side {
  readonly name: 'x' | 'y';
  readonly wallet: TestWallet;
  /** Addresses by account and index. */
  readonly addresses: string[][];
}
interface Payment {
  readonly what: string;
  readonly from: Side;
  readonly to: Side;
  readonly txid: string;
  readonly paid: readonly { readonly address: string; readonly amount: bigint }[];
}

let chain: Regtest;
let session: OwnedSession;
let x: Side;
let y: Side;
const payments: Payment[] = [];

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest();
  const ours = ourWallet(chain);
  ({ session } = ours);
  x = await open('x', ours);
  y = await open('y', await theirWallet(chain));
  for (let round = 0; round < 8; round++)
    for (const { addresses } of [x, y]) await chain.mine(1, addresses[0]![0]!);
  await chain.mine(64, FOREIGN_ADDRESS);
  await refresh();
  for (const [from, to] of [
    [x, y],
    [y, x],
  ] as const) {
    const [main, first, second] = to.addresses[0]!;
    const other = to.addresses[1]![1]!;
    const { integrated_address: integrated } = await to.wallet.call('make_integrated_address');
    await pay('a standard address', from, to, [{ address: main!, amount: 11n * XMR }]);
    await pay('a subaddress', from, to, [{ address: first!, amount: 2_345_678_900_001n }]);
    await pay('an integrated address', from, to, [{ address: integrated, amount: 1n }]);
    await pay('several at once', from, to, [
      { address: main!, amount: XMR },
      { address: second!, amount: 2n * XMR },
      { address: other, amount: 3n * XMR },
    ]);
  }
  await confirm();
});
afterAll(() => chain.dispose());

const open = async (name: Side['name'], wallet: TestWallet): Promise<Side> => {
  await wallet.call('create_wallet', { filename: name, password: '', language: 'English' });
  await wallet.call('create_account', { label: 'second' });
  const addresses: string[][] = [];
  for (const account_index of [0, 1]) {
    await wallet.call('create_address', { account_index, count: 2 });
    const { addresses: rows } = await wallet.call('get_address', { account_index });
    addresses.push(rows.map(({ address }) => address));
  }
  return { name, wallet, addresses };
};
const refresh = async (): Promise<void> => {
  for (const { wallet } of [x, y]) await wallet.call('refresh');
};
/** Mines until the pool is empty: a node may leave a transaction for the next block. */
const confirm = async (): Promise<void> => {
  let waiting: unknown;
  do {
    await chain.mine(1, FOREIGN_ADDRESS);
    ({ tx_hashes: waiting } = await chain.path('/get_transaction_pool_hashes'));
  } while (Array.isArray(waiting) && waiting.length > 0);
  await refresh();
};
/** As the node reports it. */
const confirmationsOf = async (txid: string): Promise<number> => {
  const { txs } = await chain.path('/get_transactions', { txs_hashes: [txid] });
  return (txs as { confirmations: number }[])[0]!.confirmations;
};
const pay = async (what: string, from: Side, to: Side, paid: Payment['paid']): Promise<void> => {
  const { tx_hash: txid } = await from.wallet.call('transfer', { destinations: paid });
  payments.push({ what, from, to, txid, paid });
};

interface Refusal {
  readonly code: number;
  readonly message: string;
}
/** The answer, or code and message of the refusal. */
const outcome = async <Name extends MethodName>(
  { name, wallet }: Side,
  method: Name,
  params: Params<Name>,
): Promise<Answer<Name> | Refusal> => {
  if (name === 'x') {
    const { error } = await dispatch(session, { id: 0, method, params });
    if (error) return { code: error.code, message: error.message };
  }
  try {
    return await wallet.call(method, params);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { code: error.code, message: error.message.slice(method.length + 2, -` (${error.code})`.length) };
  }
};
/** Both sides must give the same answer or refusal. */
const alike = async <Name extends MethodName>(
  method: Name,
  params: Params<Name>,
): Promise<Answer<Name> | Refusal> => {
  const theirs = await outcome(y, method, params);
  const ours = await outcome(x, method, params);
  expect(levelAnswer(method, ours), writeJson(params as JsonObject)).toEqual(levelAnswer(method, theirs));
  return theirs;
};
/** Both sides must give the same answer. */
const both = async <Name extends MethodName>(method: Name, params: Params<Name>): Promise<Answer<Name>> => {
  const answer = await alike(method, params);
  if ('message' in answer) throw new Error(`${method}: ${answer.message}`);
  return answer;
};
/** Both refuse with the same message, or both answer good: false. */
const bothRefuse = async <Name extends MethodName>(method: Name, params: Params<Name>): Promise<void> => {
  const answer = await alike(method, params);
  if (!('code' in answer)) expect(answer, writeJson(params as JsonObject)).toMatchObject({ good: false });
};

/** The text with one character replaced by another one of base58. */
const spoil = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === '2' ? '3' : '2') + text.slice(at + 1);

describe('a wallet that is restored from its words', () => {
  test('proves its payments only with its companion, and the reference accepts these proofs', async () => {
    const mine = payments.filter(({ from }) => from === x);
    const [first] = mine;
    await x.wallet.call('set_tx_notes', { txids: [first!.txid], notes: ['Bike'] });
    const { hex, holds } = await x.wallet.call('x_export_companion');
    expect(holds.payment_keys).toBe(mine.length);
    const { key: seed } = await x.wallet.call('query_key', { key_type: 'mnemonic' });
    const restored = ourWallet(chain);
    await restored.call('restore_deterministic_wallet', { filename: 'again', password: '', seed });
    const { txid, paid } = first!;
    const { address } = paid[0]!;
    await expect(restored.call('get_tx_proof', { txid, address })).rejects.toThrow('cannot_prove');
    await restored.call('x_import_companion', { hex });
    await restored.call('refresh');
    for (const payment of mine)
      for (const { address, amount } of payment.paid) {
        const message = 'for the bicycle';
        const { signature } = await restored.call('get_tx_proof', { txid: payment.txid, address, message });
        expect(
          await y.wallet.call('check_tx_proof', { txid: payment.txid, address, message, signature }),
          payment.what,
        ).toMatchObject({ good: true, received: amount });
      }
    // Within a block, the order of transfers is that in which they became known.
    const sent = async (wallet: TestWallet) =>
      (await wallet.call('get_transfers', { out: true, all_accounts: true })).out.toSorted((a, b) =>
        a.txid.localeCompare(b.txid),
      );
    expect(await sent(restored)).toEqual(await sent(x.wallet));
    await restored.call('close_wallet');
  });
});

describe('signed messages', () => {
  const INDICES = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 2],
  ] as const;
  test('made by either side with each key of each address, verify on both sides with that key', async () => {
    for (const signer of [x, y])
      for (const [account_index, address_index] of INDICES)
        for (const signature_type of ['spend', 'view', ''])
          for (const data of MESSAGES) {
            const index = { account_index, address_index };
            const { signature } = await signer.wallet.call('sign', { data, signature_type, ...index });
            expect(signature).toMatch(/^SigV2.{88}$/);
            const address = signer.addresses[account_index]![address_index]!;
            expect(await both('verify', { data, address, signature })).toEqual({
              good: true,
              version: 2,
              old: false,
              signature_type: signature_type || 'spend',
            });
          }
  });

  test('with a wrong message, address, text or header are refused by both sides', async () => {
    for (const signer of [x, y]) {
      const address = signer.addresses[0]![0]!;
      const { signature } = await signer.wallet.call('sign', { data: 'foo' });
      const { integrated_address } = await signer.wallet.call('make_integrated_address');
      expect((await both('verify', { data: 'foo', address: integrated_address, signature })).good).toBe(true);
      for (const wrong of [
        { data: 'bar' },
        { address: signer.addresses[0]![1]! },
        { signature: `${signature}x` },
        { signature: spoil(signature, 40) },
        { signature: signature.slice(0, -1) },
        { signature: signature.replace('SigV2', 'SigV1') },
        { signature: signature.replace('SigV2', 'SigV3') },
        { signature: `SigV2${'z'.repeat(88)}` },
        { signature: '' },
        { address: 'nonsense' },
        { address: '' },
        {
          address:
            '9zRwY8nQ3VUFzLDnSHbKVbc3cdQAgTQ8cDpMFQbwYYCmDvgB6jdoJ7vRWFBzvDTbWjcsSP1MNiRgYwhKYXPyTLZUJcpkfrf',
        },
      ])
        await bothRefuse('verify', { data: 'foo', address, signature, ...wrong });
    }
    await bothRefuse('sign', { data: 'foo', signature_type: 'other' });
  });

  test('of the old version are still verified', async () => {
    const { account } = session.wallet.state;
    const hash = kernel.keccak256(utf8('foo'));
    const address = x.addresses[0]![0]!;
    for (const signature_type of ['spend', 'view'] as const) {
      const [key, secret] =
        signature_type === 'spend'
          ? [account.spendPublic, account.spendSecret!]
          : [account.viewPublic, account.viewSecret];
      const signature = `SigV1${encodeBase58(generateSignature({ random }, hash, key, secret))}`;
      expect(await both('verify', { data: 'foo', address, signature })).toEqual({
        good: true,
        version: 1,
        old: true,
        signature_type,
      });
      await bothRefuse('verify', { data: 'bar', address, signature });
    }
  });
});

describe('x_check_proof', () => {
  /** What our method answers without the facts of the chain. */
  const check = async (params: Params<'x_check_proof'>) => {
    const answer = await x.wallet.call('x_check_proof', params);
    expect(answer).toMatchObject({ network: 'mainnet', devnet: answer.kind !== 'message' });
    return answer;
  };
  test('accepts proofs and signatures of either side, and refuses them with another message', async () => {
    for (const { from, to, txid, paid } of [payments[0]!, payments[4]!]) {
      const { address, amount } = paid[0]!;
      const message = MESSAGES[2]!;
      const about = { txid, address, message };
      const confirmations = await confirmationsOf(txid);
      for (const { wallet } of [from, to]) {
        const { signature: proof } = await wallet.call('get_tx_proof', about);
        const payment = { received: amount, in_pool: false, confirmations };
        expect(await check({ ...about, proof })).toMatchObject({ good: true, payment });
        expect((await check({ ...about, proof, message: '' })).good).toBe(false);
      }
      const made = { txid, message };
      const { signature: spending } = await from.wallet.call('get_spend_proof', made);
      expect(await check({ ...made, proof: spending })).toMatchObject({ kind: 'spending', good: true });
      const [main = ''] = to.addresses[0]!;
      const { signature: reserve } = await to.wallet.call('get_reserve_proof', { all: true, message });
      const has = { address: main, message, signature: reserve };
      const { total, spent } = await both('check_reserve_proof', has);
      expect(await check({ address: main, message, proof: reserve })).toMatchObject({
        reserve: { total, spent },
      });
      const { signature } = await to.wallet.call('sign', { data: message, signature_type: 'view' });
      expect(await check({ address: main, message, proof: signature })).toMatchObject({
        good: true,
        signed_with: 'view',
      });
    }
  });
});

describe('proofs of payment', () => {
  test('show by the transaction key what each address received', async () => {
    for (const { from, txid, paid } of payments) {
      const { tx_key } = await from.wallet.call('get_tx_key', { txid });
      for (const { address, amount } of paid) {
        const seen = await both('check_tx_key', { txid, tx_key, address });
        const confirmations = await confirmationsOf(txid);
        expect(seen).toEqual({ received: amount, in_pool: false, confirmations });
      }
      const { address } = paid[0]!;
      expect((await both('check_tx_key', { txid, tx_key, address: FOREIGN_ADDRESS })).received).toBe(0n);
      expect((await both('check_tx_key', { txid, tx_key: '0'.repeat(64), address })).received).toBe(0n);
      for (const wrong of [
        { txid: NO_TX },
        { txid: 'abc' },
        { txid: `${txid}00` },
        { tx_key: '' },
        { tx_key: tx_key.slice(1) },
        { tx_key: `x${tx_key.slice(1)}` },
        { tx_key: tx_key.repeat(7) },
        { tx_key: `${tx_key.slice(0, 64)}${'z'.repeat(64)}` },
        { address: 'nonsense' },
        { address: '' },
      ])
        await alike('check_tx_key', { txid, tx_key, address, ...wrong });
    }
  });

  test('by sender and receiver verify on both sides with the same amount', async () => {
    for (const { from, to, txid, paid, what } of payments) {
      const confirmations = await confirmationsOf(txid);
      for (const { address, amount } of paid)
        for (const message of MESSAGES) {
          const { signature: out } = await from.wallet.call('get_tx_proof', { txid, address, message });
          const { signature: into } = await to.wallet.call('get_tx_proof', { txid, address, message });
          expect(out).toMatch(/^OutProofV2/);
          expect(into).toMatch(/^InProofV2/);
          expect(into.length - 9).toBe(out.length - 10);
          for (const signature of [out, into])
            expect(await both('check_tx_proof', { txid, address, message, signature }), what).toEqual({
              good: true,
              received: amount,
              in_pool: false,
              confirmations,
            });
        }
    }
  });

  test('by the sender cover its own change', async () => {
    for (const { from, txid } of payments) {
      const address = from.addresses[0]![0]!;
      const { signature } = await from.wallet.call('get_tx_proof', { txid, address });
      expect(signature).toMatch(/^InProofV2/);
      const { good, received } = await both('check_tx_proof', { txid, address, signature });
      expect([good, received > 0n]).toEqual([true, true]);
    }
  });

  test('with errors are refused by both sides in the same words', async () => {
    const message = 'foo';
    for (const { from, to, txid, paid } of payments) {
      const { address } = paid[0]!;
      for (const prover of [from, to]) {
        const { signature } = await prover.wallet.call('get_tx_proof', { txid, address, message });
        const params = { txid, address, message, signature };
        const start = signature.indexOf('V2') + 2;
        for (const wrong of [
          { message: '' },
          { message: 'bar' },
          { address: to.addresses[0]![2]! === address ? from.addresses[0]![0]! : to.addresses[0]![2]! },
          { address: FOREIGN_ADDRESS },
          { txid: NO_TX },
          { txid: 'no id' },
          { txid: payments.find((each) => each.txid !== txid)!.txid },
          { address: 'nonsense' },
          { signature: signature.replace('ProofV2', 'ProofV1') },
          {
            signature: signature.startsWith('In')
              ? `OutProofV2${signature.slice(9)}`
              : `InProofV2${signature.slice(10)}`,
          },
          { signature: spoil(signature, start + 5) },
          { signature: spoil(signature, start + 60) },
          { signature: `${signature}x` },
          { signature: signature.slice(0, -1) },
          { signature: signature.slice(0, start) },
          { signature: `${signature.slice(0, start)}${'z'.repeat(132)}` },
          { signature: `${signature}${signature.slice(start)}` },
        ])
          // One valid part of several is enough.
          await (paid.length === 1 ? bothRefuse : alike)('check_tx_proof', { ...params, ...wrong });
      }
    }
  });

  test(`are refused with the same code: ${conduct('a text that is no proof of a payment at all')}`, async () => {
    const [{ txid, paid }] = payments as [Payment];
    for (const signature of ['', 'I', 'Out', 'nonsense', 'OutProof', 'InProofV']) {
      const params = { txid, address: paid[0]!.address, signature };
      const ours = await outcome(x, 'check_tx_proof', params);
      const theirs = await outcome(y, 'check_tx_proof', params);
      expect([signature, 'code' in ours && ours.code]).toEqual([signature, 'code' in theirs && theirs.code]);
    }
  });

  test('that cannot be made are refused in the same words', async () => {
    const [{ txid }] = payments.filter(({ from }) => from === x) as [Payment];
    const [{ txid: foreign }] = payments.filter(({ from }) => from === y) as [Payment];
    const { miner_tx_hash: coinbase } = await chain.daemon('get_block', { height: 3 });
    for (const params of [
      { txid: NO_TX, address: FOREIGN_ADDRESS },
      { txid: 'no id', address: FOREIGN_ADDRESS },
      { txid, address: 'nonsense' },
      { txid: coinbase as string, address: FOREIGN_ADDRESS },
    ])
      await bothRefuse('get_tx_proof', params);
    // A payment of the other wallet, whose key this one lacks.
    const foreignAddress = { address: FOREIGN_ADDRESS };
    const noKey = await outcome(x, 'get_tx_proof', { txid: foreign, ...foreignAddress });
    expect(noKey).toEqual(await outcome(y, 'get_tx_proof', { txid, ...foreignAddress }));
    // An own payment with an address that it did not pay; and an own address that received nothing.
    const nothing = await outcome(x, 'get_tx_proof', { txid, ...foreignAddress });
    expect(nothing).toEqual(await outcome(y, 'get_tx_proof', { txid: foreign, ...foreignAddress }));
    expect(nothing).toEqual(await outcome(x, 'get_tx_proof', { txid, address: x.addresses[0]![2]! }));
    expect(nothing).toEqual(await outcome(y, 'get_tx_proof', { txid, address: y.addresses[1]![2]! }));
  });

  test('of the first version are still verified', async () => {
    const [{ txid, paid, from }] = payments as [Payment];
    const { address, amount } = paid[0]!;
    const { tx_key } = await from.wallet.call('get_tx_key', { txid });
    const secret = fromHex(tx_key, 32);
    const { viewPublic } = parseAddress(address);
    const sharedSecret = kernel.mul(secret, viewPublic);
    const nonce = randomScalar(random);
    const hash = kernel.keccak256(concat(fromHex(txid), utf8('foo')));
    const c = hashToScalar(hash, sharedSecret, kernel.mulBase(nonce), kernel.mul(nonce, viewPublic));
    const r = kernel.scalarSub(nonce, kernel.scalarMul(c, secret));
    const signature = `OutProofV1${encodeBase58(sharedSecret)}${encodeBase58(concat(c, r))}`;
    const good = await both('check_tx_proof', { txid, address, message: 'foo', signature });
    expect(good).toMatchObject({ good: true, received: amount, in_pool: false });
    await bothRefuse('check_tx_proof', { txid, address, message: 'bar', signature });
    const newer = signature.replace('V1', 'V2');
    await bothRefuse('check_tx_proof', { txid, address, message: 'foo', signature: newer });
  });
});

describe('proofs of spending', () => {
  test('made by the sender of a transaction verify on both sides', async () => {
    for (const { from, txid } of payments)
      for (const message of MESSAGES) {
        const { signature } = await from.wallet.call('get_spend_proof', { txid, message });
        expect(signature).toMatch(/^SpendProofV1/);
        expect(await both('check_spend_proof', { txid, message, signature })).toEqual({ good: true });
      }
  });

  test('with errors are refused by both sides in the same words', async () => {
    const message = 'foo';
    for (const { from, txid } of payments.filter(({ what }) => what.startsWith('a s'))) {
      const { signature } = await from.wallet.call('get_spend_proof', { txid, message });
      for (const wrong of [
        { message: '' },
        { message: 'bar' },
        { txid: NO_TX },
        { txid: '' },
        { txid: payments.find((each) => each.txid !== txid)!.txid },
        { signature: '' },
        { signature: 'SpendProofV1' },
        { signature: signature.replace('V1', 'V2') },
        { signature: spoil(signature, 30) },
        { signature: spoil(signature, signature.length - 5) },
        { signature: signature.slice(0, -1) },
        { signature: `${signature}x` },
        { signature: `SpendProofV1${'z'.repeat(signature.length - 12)}` },
      ])
        await bothRefuse('check_spend_proof', { txid, message, signature, ...wrong });
    }
  });

  test('cannot be made for a transaction that another wallet sent', async () => {
    const [{ txid }] = payments.filter(({ from }) => from === x) as [Payment];
    const [{ txid: foreign }] = payments.filter(({ from }) => from === y) as [Payment];
    const refusal = await outcome(x, 'get_spend_proof', { txid: foreign });
    expect(refusal).toHaveProperty('code', -1);
    expect(refusal).toEqual(await outcome(y, 'get_spend_proof', { txid }));
    for (const txid of [NO_TX, 'no id']) await bothRefuse('get_spend_proof', { txid });
  });
});

describe('proofs of reserve', () => {
  const main = ({ addresses }: Side): string => addresses[0]![0]!;
  const balance = async ({ wallet }: Side, account_index?: number): Promise<bigint> => {
    const which = account_index === undefined ? { all_accounts: true } : { account_index };
    return (await wallet.call('get_balance', { ...which, strict: true })).balance;
  };

  test('show everything in a wallet, under any message', async () => {
    for (const side of [x, y])
      for (const message of MESSAGES) {
        const { signature } = await side.wallet.call('get_reserve_proof', { all: true, message });
        expect(signature).toMatch(/^ReserveProofV2/);
        const seen = await both('check_reserve_proof', { address: main(side), message, signature });
        expect(seen).toEqual({ good: true, total: await balance(side), spent: 0n });
      }
  });

  test('show at least an amount of one account, with as few outputs as the reference takes', async () => {
    for (const side of [x, y])
      for (const account_index of [0, 1])
        for (const amount of [1n, XMR, 3n * XMR, (await balance(side, account_index)) - 1n]) {
          const request = { account_index, amount, message: 'foo' };
          const { signature } = await side.wallet.call('get_reserve_proof', request);
          const address = main(side);
          const { good, total } = await both('check_reserve_proof', { address, message: 'foo', signature });
          expect([good, total >= amount]).toEqual([true, true]);
          if (amount < XMR) expect(atOnce(readReserveProof(signature)).entries).toHaveLength(1);
        }
  });

  test('with errors are refused by both sides in the same words', async () => {
    const message = 'foo';
    for (const side of [x, y]) {
      const { signature } = await side.wallet.call('get_reserve_proof', { all: true, message });
      const address = main(side);
      const { integrated_address: integrated } = await side.wallet.call('make_integrated_address');
      expect((await both('check_reserve_proof', { address: integrated, message, signature })).good).toBe(
        true,
      );
      for (const wrong of [
        { message: '' },
        { address: main(side === x ? y : x) },
        { address: side.addresses[0]![1]! },
        { address: 'nonsense' },
        { signature: '' },
        { signature: 'ReserveProofV20' },
        { signature: signature.replace('ProofV2', 'ProofV1') },
        { signature: signature.replace('ProofV2', 'ProofV3') },
        { signature: spoil(signature, 250) },
        { signature: spoil(signature, signature.length - 4) },
        { signature: `ReserveProofV2${'z'.repeat(300)}` },
      ])
        await bothRefuse('check_reserve_proof', { address, message, signature, ...wrong });
    }
  });

  test(`are refused by both sides: ${conduct('a reserve proof that is cut off or damaged in its length')}`, async () => {
    const message = 'foo';
    for (const side of [x, y]) {
      const { signature } = await side.wallet.call('get_reserve_proof', { all: true, message });
      for (const damaged of [
        'ReserveProofV2',
        'ReserveProofV1',
        'ReserveProofV211',
        'ReserveProofV2111',
        `${signature}1`,
        `${signature}11`,
        signature.slice(0, -11),
        signature.slice(0, -110),
        spoil(signature, 20),
      ]) {
        const check = { address: main(side), message, signature: damaged };
        for (const answer of [
          await outcome(x, 'check_reserve_proof', check),
          await outcome(y, 'check_reserve_proof', check),
        ])
          expect('code' in answer ? answer.code : answer.good).toBe('code' in answer ? -1 : false);
      }
    }
  });

  test('that cannot be made are refused in the same words', async () => {
    for (const request of [
      { account_index: 0, amount: 1_000_000n * XMR },
      { account_index: 0, amount: 0n },
      { account_index: 9, amount: 1n },
      { account_index: 1, amount: 1_000_000n * XMR },
    ])
      await bothRefuse('get_reserve_proof', request);
  });
});

const record = process.env['OSTRO_RECORD'];
if (record !== undefined) test('records proofs of the reference as vectors', () => writeRecord(record));
const writeRecord = async (file: string): Promise<void> => {
  const message = MESSAGES[2]!;
  const blobOf = async (txid: string): Promise<string> => {
    const { txs } = await chain.path('/get_transactions', { txs_hashes: [txid], prune: true });
    return (txs as { pruned_as_hex: string }[])[0]!.pruned_as_hex;
  };
  const messages: object[] = [];
  for (const [account_index, address_index] of [
    [0, 0],
    [1, 2],
  ] as const)
    for (const signature_type of ['spend', 'view']) {
      const request = { data: message, account_index, address_index, signature_type };
      const { signature } = await y.wallet.call('sign', request);
      const address = y.addresses[account_index]![address_index]!;
      messages.push({ address, key: signature_type, message, signature });
    }
  const paid: object[] = [];
  const spent: object[] = [];
  for (const { txid, from, what, paid: rows } of payments) {
    const tx = await blobOf(txid);
    for (const { address, amount } of rows) {
      const { signature } = await y.wallet.call('get_tx_proof', { txid, address, message });
      paid.push({ what, txid, tx, address, amount: amount.toString(), message, signature });
    }
    if (from !== y || spent.length > 1) continue;
    const { signature } = await y.wallet.call('get_spend_proof', { txid, message });
    const rings = keyInputs(readPrunedTransaction(fromHex(tx)).prefix).map(({ keyOffsets }) =>
      toAbsoluteOffsets(keyOffsets),
    );
    const keys: string[][] = [];
    for (const ring of rings) {
      const outputs = ring.map((index) => ({ amount: 0, index }));
      const { outs } = await chain.path('/get_outs', { outputs });
      keys.push((outs as { key: string }[]).map(({ key }) => key));
    }
    spent.push({ txid, tx, rings: keys, message, signature });
  }
  const address = y.addresses[0]![0]!;
  const { signature } = await y.wallet.call('get_reserve_proof', { all: true, message });
  const { total } = await y.wallet.call('check_reserve_proof', { address, message, signature });
  const txs: Record<string, string> = {};
  for (const { txid } of atOnce(readReserveProof(signature)).entries)
    txs[toHex(txid)] = await blobOf(toHex(txid));
  const papers = {
    source: 'monero-wallet-rpc 0.18.4.0, regtest',
    made: 'OSTRO_RECORD=<this file> npx vitest run --project parity tests/long/parity/proofs.test.ts',
    date: new Date().toISOString().slice(0, 10),
  };
  const reserve = { address, total: total.toString(), txs, message, signature };
  const all = { ...papers, messages, payments: paid, spent, reserve };
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
};

describe('proofs while the chain grows', () => {
  test('of a payment in the pool, of spent outputs, and of the mined payment', async () => {
    const proofs: { readonly side: Side; readonly signature: string; readonly total: bigint }[] = [];
    for (const side of [x, y]) {
      const { signature } = await side.wallet.call('get_reserve_proof', { all: true });
      const { total } = await both('check_reserve_proof', { address: side.addresses[0]![0]!, signature });
      proofs.push({ side, signature, total });
    }
    const before = payments.length;
    await pay('in the pool', x, y, [{ address: y.addresses[0]![1]!, amount: XMR }]);
    await pay('in the pool', y, x, [{ address: x.addresses[0]![0]!, amount: XMR }]);
    const waiting = payments.splice(before);
    for (const { from, txid, paid } of waiting) {
      const { address } = paid[0]!;
      const { tx_key } = await from.wallet.call('get_tx_key', { txid });
      const pooled = { received: XMR, in_pool: true, confirmations: 0 };
      expect(await both('check_tx_key', { txid, tx_key, address })).toEqual(pooled);
      const { signature } = await from.wallet.call('get_tx_proof', { txid, address });
      expect(await both('check_tx_proof', { txid, address, signature })).toEqual({ good: true, ...pooled });
      const { signature: spending } = await from.wallet.call('get_spend_proof', { txid });
      expect(await both('check_spend_proof', { txid, signature: spending })).toEqual({ good: true });
    }
    for (const stage of ['pool', 'block']) {
      if (stage === 'block') {
        await confirm();
      }
      for (const { side, signature, total } of proofs) {
        const seen = await both('check_reserve_proof', { address: side.addresses[0]![0]!, signature });
        expect([stage, seen.good, seen.total, seen.spent > 0n]).toEqual([stage, true, total, true]);
        // A new proof: while the payment waits, its inputs still count.
        const { signature: fresh } = await side.wallet.call('get_reserve_proof', { all: true });
        const now = await both('check_reserve_proof', { address: side.addresses[0]![0]!, signature: fresh });
        expect([stage, now.good, now.spent > 0n]).toEqual([stage, true, stage === 'pool']);
      }
    }
  });

  test('of reserve leave out a frozen output', async () => {
    for (const side of [x, y]) {
      const { transfers } = await side.wallet.call('incoming_transfers', { transfer_type: 'available' });
      const { key_image, amount } = transfers[0]!;
      const address = side.addresses[0]![0]!;
      const proven = async (): Promise<bigint> => {
        const { signature } = await side.wallet.call('get_reserve_proof', { all: true });
        return (await both('check_reserve_proof', { address, signature })).total;
      };
      const all = await proven();
      await side.wallet.call('freeze', { key_image });
      expect(await proven()).toBe(all - amount);
      await side.wallet.call('thaw', { key_image });
      expect(await proven()).toBe(all);
    }
  });

  test('are refused by both sides with the same code and words without a node', async () => {
    const [{ txid, paid, from }] = payments as [Payment];
    const { address } = paid[0]!;
    const { signature: payment } = await from.wallet.call('get_tx_proof', { txid, address });
    const { signature: spending } = await from.wallet.call('get_spend_proof', { txid });
    const { signature: reserve } = await x.wallet.call('get_reserve_proof', { all: true });
    const { tx_key } = await from.wallet.call('get_tx_key', { txid });
    await chain.stopDaemon();
    try {
      await bothRefuse('get_tx_proof', { txid, address });
      await bothRefuse('check_tx_proof', { txid, address, signature: payment });
      await bothRefuse('get_spend_proof', { txid });
      await bothRefuse('check_spend_proof', { txid, signature: spending });
      await bothRefuse('check_tx_key', { txid, tx_key, address });
      await bothRefuse('check_reserve_proof', { address: x.addresses[0]![0]!, signature: reserve });
    } finally {
      await chain.startDaemon();
    }
  });

  test('verify in a watching wallet, which can make neither spend nor reserve proofs', async () => {
    const [{ txid }] = payments.filter(({ from }) => from === x) as [Payment];
    const { viewSecret } = session.wallet.state.account;
    const address = x.addresses[0]![0]!;
    const viewkey = Buffer.from(viewSecret).toString('hex');
    for (const { wallet } of [x, y])
      await wallet.call('generate_from_keys', {
        filename: 'watching',
        password: '',
        address,
        viewkey,
        restore_height: 0,
      });
    await refresh();
    await bothRefuse('get_spend_proof', { txid });
    await bothRefuse('get_reserve_proof', { all: true });
    for (const side of [x, y]) {
      const { signature } = await side.wallet.call('sign', { data: 'foo', signature_type: 'view' });
      expect((await both('verify', { data: 'foo', address, signature })).signature_type).toBe('view');
      const { signature: change } = await side.wallet.call('get_tx_proof', { txid, address });
      expect((await both('check_tx_proof', { txid, address, signature: change })).good).toBe(true);
    }
  });
});
