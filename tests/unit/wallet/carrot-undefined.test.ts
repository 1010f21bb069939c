/**
 * Transactions of Carrot where a wallet meets single ones: looked up, shown in the explorer, and asked for what upstream has
 * not defined for them, which is refused instead of answered with what would be false.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { asSecretKey, asTxId, type TxId } from '../../../src/base/brands.ts';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { writeJson } from '../../../src/base/json.ts';
import { lookUpTransactions } from '../../../src/daemon/json/get-transactions.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { BlockSource, TxLookup } from '../../../src/ports/block-source.ts';
import { writeFcmpTransaction } from '../../../src/protocol/carrot/fcmp-part.ts';
import { idOfFetchedTx, readFetchedTx } from '../../../src/protocol/carrot/fetched-tx.ts';
import { genesisBlock } from '../../../src/protocol/block/genesis.ts';
import { prunedTxHash, txHash } from '../../../src/protocol/tx/hash.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import { fcmpWeight } from '../../../src/protocol/fcmp/weight.ts';
import getTxKey from '../../../src/rpc/methods/get_tx_key.ts';
import type { RpcContext } from '../../../src/rpc/method.ts';
import { sendOne } from '../../../src/rpc/wire/sent.ts';
import { exportOutputs } from '../../../src/wallet/cold/outputs.ts';
import { signKeyImages } from '../../../src/wallet/cold/key-images.ts';
import { exploreTransaction, inputsOf } from '../../../src/wallet/explorer/transaction.ts';
import { createDraft } from '../../../src/wallet/ledger/draft.ts';
import { reduceRange } from '../../../src/wallet/ledger/reduce-range.ts';
import { exportMultisigInfo } from '../../../src/wallet/multisig/info.ts';
import { checkPayment, checkTxKey, provePayment } from '../../../src/wallet/proofs/payment.ts';
import { lookUpTx } from '../../../src/wallet/proofs/tx-lookup.ts';
import { checkSpending, proveSpending } from '../../../src/wallet/proofs/spending.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import type { PendingTx } from '../../../src/wallet/spend/pending.ts';
import type { AnyPrepared } from '../../../src/wallet/spend/prepared.ts';
import { putPending } from '../../../src/wallet/spend/put-pending.ts';
import { change, DEFAULT_SETTINGS, put, type Ledger } from '../../../src/wallet/state/state.ts';
import type { Wallet } from '../../../src/wallet/wallet.ts';
import { expectFault, faultOf } from '../../support/faults.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { carrotTx } from './carrot-money.ts';
import { createForkChain } from './fork-chain.ts';
import { keyImageOf } from './test-chain.ts';
import { testLedger } from './test-ledger.ts';
import { person, type Person } from './test-money.ts';

const random = seededRandom('carrot undefined');
const source = { bytes: random };
const PRUNABLE = random(32);
let alice: Person;
let bob: Person;
/** Alice's wallet, which the payment of 70 from bob has reached. */
let ledger: Ledger;
let lookup: TxLookup;
/** The same payment with all its bytes; the membership proof is random. */
let whole: Uint8Array;
const pool = createInlinePool(decodeBlocks, { reads: 18 });

beforeAll(async () => {
  await useWasmKernel();
  [alice, bob] = [person('alice'), person('bob')];
  const tx = carrotTx(
    {
      from: bob,
      spends: [keyImageOf('bob')],
      to: [{ address: alice.address(0, 1), amount: 70n }],
      change: 5n,
    },
    random,
  );
  const point = () => kernel.mulBase(kernel.scalarReduce(random(64)));
  whole = writeFcmpTransaction({
    pruned: tx,
    part: {
      rangeProof: {
        ...{ A: point(), A1: point(), B: point() },
        ...{ r1: random(32), s1: random(32), d1: random(32) },
        ...{ L: Array.from({ length: 7 }, point), R: Array.from({ length: 7 }, point) },
      },
      ...{
        referenceBlock: 5,
        layers: 7,
        proof: random(96 + 384 + 5056),
        pseudoOuts: [tx.rct!.commitments[0]!],
      },
    },
  });
  const chain = createForkChain({ 17: 2, 18: 3 }, random);
  for (let i = 0; i < 4; i++) chain.add([], bob, 1n);
  chain.add([tx], bob, 1n);
  ledger = await testLedger(alice.account);
  await pool.configure(alice.scanner.keys);
  const range = await pool.scan(chain.answer(0, 18));
  await ledger.commit((state) => reduceRange(state, range, 100).change);
  const { txid } = ledger.state.outputs[0]!;
  lookup = {
    ...{
      txid,
      blob: writeTransaction(tx),
      pruned: true,
      forms: 'carrot',
      inPool: false,
      height: 5,
      timestamp: 0,
    },
    doubleSpendSeen: false,
  };
});
const blocks = {
  transactions: () => Promise.resolve([lookup]),
  tip: () => Promise.resolve({ height: 9 }),
} as unknown as BlockSource;
const owner = () => ({ state: ledger.state, sync: { prepared: () => Promise.resolve() } });

describe('a transaction that a node names', () => {
  const answer = (blob: Uint8Array, pruned: boolean, id: Uint8Array) =>
    utf8(
      writeJson({
        status: 'OK',
        txs: [
          {
            tx_hash: toHex(id),
            as_hex: pruned ? '' : toHex(blob),
            pruned_as_hex: pruned ? toHex(blob) : '',
            prunable_as_hex: '',
            prunable_hash: pruned ? toHex(PRUNABLE) : '',
            in_pool: true,
            double_spend_seen: false,
            relayed: true,
            output_indices: [],
          },
        ],
        missed_tx: [],
      }),
    ) as Uint8Array<ArrayBuffer>;
  const lookUp = (blob: Uint8Array, pruned: boolean, id: Uint8Array, reads: number) =>
    lookUpTransactions([asTxId(id)], pruned, reads).read(answer(blob, pruned, id));

  it('of a miner of version 1 is whole in the form of a pruned one, and its id is checked', async () => {
    const { minerTx } = genesisBlock('mainnet');
    const blob = writeTransaction(minerTx);
    const id = txHash(minerTx);
    expect(lookUp(blob, true, id, 16)).toMatchObject([{ pruned: true }]);
    expectFault(() => lookUp(blob, true, random(32), 16), 'bad_answer');
    const transactions = () => Promise.resolve(lookUp(blob, true, id, 16));
    expect((await lookUpTx({ transactions }, id)).tx.prefix).toEqual(minerTx.prefix);
  });

  it('has its id checked by a build that reads its form, pruned and whole', () => {
    const { blob } = lookup;
    const prunedId = prunedTxHash(readFetchedTx(lookup), PRUNABLE);
    const wholeId = idOfFetchedTx({ blob: whole, pruned: false, forms: 'carrot' }, () => PRUNABLE)!;
    expect(lookUp(blob, true, prunedId, 18)).toMatchObject([{ forms: 'carrot', pruned: true }]);
    expect(lookUp(whole, false, wholeId, 18)).toMatchObject([{ forms: 'carrot', pruned: false }]);
    const other = random(32);
    expectFault(() => lookUp(blob, true, other, 18), 'bad_answer');
    expectFault(() => lookUp(whole, false, other, 18), 'bad_answer');
    // A build of today does not know the form, and does not blame the node for it.
    expect(lookUp(blob, true, other, 16)).toMatchObject([{ forms: 'today' }]);
    expectFault(() => readFetchedTx({ blob, pruned: true, forms: 'today' }), 'unknown_format');
  });

  it('is shown in the explorer, pruned or whole', async () => {
    const seen = await exploreTransaction({ chain: blocks, pool }, owner(), lookup.txid);
    expect(seen).toMatchObject({ coinbase: false, fee: 7n, confirmations: 4 });
    expect(seen.weight).toBe(fcmpWeight({ inputs: 1, outputs: 2 }));
    expect(inputsOf(seen)).toEqual([
      { keyImage: toHex(keyImageOf('bob')), ringSize: 0, amount: 0n, own: undefined },
    ]);
    expect(seen.own.outputs).toMatchObject([{ amount: 70n, subaddress: { major: 0, minor: 1 } }]);
    const all = { ...lookup, blob: whole, pruned: false, height: 7 };
    const chain = { ...blocks, transactions: () => Promise.resolve([all]) };
    const unread = await exploreTransaction({ chain, pool }, owner(), lookup.txid);
    // Not in the wallet's records: it is scanned here.
    expect(unread.own.outputs).toMatchObject([{ amount: 70n }]);
    expect(unread.tx.prefix).toEqual(seen.tx.prefix);
  });

  it('is refused when its bytes are damaged', () => {
    expectFault(() => readFetchedTx({ blob: whole.subarray(0, 500), pruned: false, forms: 'carrot' }));
    expectFault(() => readFetchedTx({ ...lookup, blob: concat(lookup.blob, Uint8Array.of(0)) }));
  });
});

describe('what is not defined for Carrot', () => {
  const undefinedAs = (reason: string) => ({ code: 'carrot_undefined', reason });
  const claim = () => ({ txid: lookup.txid, address: alice.address(0, 1), message: '' });
  const rejected = async (run: Promise<unknown>): Promise<unknown> => {
    let error: unknown;
    await run.catch((caught: unknown) => (error = caught));
    return faultOf(() => {
      throw error;
    });
  };

  it('exports of outputs and key images', async () => {
    const { state } = ledger;
    expect(state.outputs).toMatchObject([{ amount: 70n }]);
    const all = { all: true, start: 0, count: 5 };
    const nextTurn = () => Promise.resolve();
    const exporter = { random: source, state, pause: nextTurn };
    expect(await rejected(exportOutputs(exporter, all))).toMatchObject(undefinedAs('outputs'));
    expect(await rejected(signKeyImages({ random: source, state, nextTurn }, true))).toMatchObject(
      undefinedAs('key_images'),
    );
    // A range without them is exported as before.
    expect((await exportOutputs(exporter, { all: true, start: 1, count: 5 })).length).toBeGreaterThan(0);
  });

  it('multisig info', async () => {
    const shared = await testLedger({
      ...alice.account,
      multisig: {
        ...{
          threshold: 2,
          signers: [alice.address(0, 0).spendPublic, bob.address(0, 0).spendPublic],
          rounds: 2,
        },
        ...{ signerSecret: alice.account.spendSecret!, keys: [alice.account.spendSecret!], derivations: [] },
      },
    });
    await shared.commit(change([put('settings', '', { ...DEFAULT_SETTINGS, multisigEnabled: true })]));
    // Without coins of Carrot it is made.
    const info = await exportMultisigInfo({ random: source, ledger: shared });
    expect(info.length).toBeGreaterThan(0);
    await shared.commit(change([put('outputs', '0', ledger.state.outputs[0]!)]));
    const refused = await rejected(exportMultisigInfo({ random: source, ledger: shared }));
    expect(refused).toMatchObject(undefinedAs('multisig'));
  });

  it('transaction keys, payment proofs and spend proofs', async () => {
    const keys = { key: asSecretKey(kernel.scalarReduce(random(64))), additional: [] };
    const { state } = ledger;
    expect(await rejected(checkTxKey({ blocks }, lookup.txid, keys, alice.address(0, 1)))).toMatchObject(
      undefinedAs('tx_key'),
    );
    const indexOf = () => Promise.resolve({ major: 0, minor: 1 });
    expect(await rejected(provePayment({ blocks, random: source, state, indexOf }, claim()))).toMatchObject(
      undefinedAs('tx_proof'),
    );
    expect(await rejected(checkPayment({ blocks }, claim(), 'InProofV2'))).toMatchObject(
      undefinedAs('tx_proof'),
    );
    const outputs = { outputs: () => Promise.reject(new Error('not asked')) } as never;
    expect(
      await rejected(proveSpending({ blocks, outputs, random: source, state }, lookup.txid, '')),
    ).toMatchObject(undefinedAs('spend_proof'));
    expect(await rejected(checkSpending({ blocks, outputs }, lookup.txid, '', 'SpendProofV1'))).toMatchObject(
      undefinedAs('spend_proof'),
    );
  });

  it('the key of a payment that this wallet made, and its metadata', async () => {
    const txid = asTxId(random(32));
    const pending = { ...paymentOf(txid), blob: whole };
    await ledger.commit((state) => {
      const draft = createDraft(state);
      putPending(draft, pending, { at: 1, sentTo: '' });
      return draft.change();
    });
    const { state } = ledger;
    const context = { wallet: { state } } as unknown as RpcContext;
    const keyOf = (id: Uint8Array) => faultOf(() => getTxKey.handle({ txid: toHex(id) }, context));
    expect(keyOf(txid)).toMatchObject(undefinedAs('tx_key'));
    // Nothing is proved before.
    const wallet = { payments: { finish: () => Promise.reject(new Error('proves')) } } as unknown as Wallet;
    const wanted = { keys: false, do_not_relay: true, get_tx_hex: false, get_tx_metadata: true };
    const prepared = { proposals: {} } as unknown as AnyPrepared;
    const send = () => Promise.reject(new Error('sends'));
    expect(await rejected(sendOne(wallet, prepared, wanted, send))).toMatchObject(undefinedAs('tx_key'));
  });
});

const paymentOf = (txid: TxId): Omit<PendingTx, 'blob'> => ({
  ...{ txid, fee: 1n, weight: 1, account: 0, keyImages: [], destinations: [], change: 0n, amountIn: 1n },
});
