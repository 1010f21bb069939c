/**
 * Made-up blocks of every kind, with outputs of ours among them, as a checked answer of a node: to compare the fast and
 * the reference scan.
 */
import '../../support/some-kernel.ts';
import fc from 'fast-check';
import { asCommitment, asKeyImage, asPublicKey, asTxId } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import type { ScanKeys, ScannedRange } from '../../../src/ports/scan-pool.ts';
import type { OutputTree } from '../../../src/protocol/block/types.ts';
import { writeBlock } from '../../../src/protocol/block/block.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { deriveViewTag, generateDerivation, derivePublicKey } from '../../../src/protocol/keys/derivation.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { RctBase, RctType, Transaction, TxInput, TxOutput } from '../../../src/protocol/tx/types.ts';
import { buildTable } from '../../../src/wallet/account/lookahead.ts';

export const FIRST_HEIGHT = 70_000;

export const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const paid = fc.bigInt({ min: 0n, max: 2n ** 60n });

export const input: fc.Arbitrary<TxInput> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      amount,
      keyOffsets: fc.array(amount, { maxLength: 20 }),
      keyImage: bytes32.map(asKeyImage),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gen' as const), height: fc.nat() }) },
);
const foreign: fc.Arbitrary<TxOutput> = fc.record(
  { amount: paid, key: bytes32.map(asPublicKey), viewTag: fc.nat(255) },
  { requiredKeys: ['amount', 'key'] },
);

/** Successive fields of tx_extra, well-formed or not. */
const extraField = fc.oneof(
  bytes32.map((key) => concat(Uint8Array.of(1), key)),
  fc.uint8Array({ maxLength: 40 }).map((nonce) => concat(Uint8Array.of(2, nonce.length), nonce)),
  fc.tuple(fc.nat(127), bytes32).map(([depth, root]) => concat(Uint8Array.of(3, 33, depth), root)),
  fc.array(bytes32, { maxLength: 4 }).map((keys) => concat(Uint8Array.of(4, keys.length), ...keys)),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => concat(Uint8Array.of(0xde, bytes.length), bytes)),
  fc.constant(new Uint8Array(5)),
  fc.uint8Array({ maxLength: 50 }),
);
export const extra = fc.array(extraField, { maxLength: 4 }).map((fields) => concat(...fields));

/** Ours: to the main address or a subaddress, by the transaction's key or an additional one. */
interface Mine {
  readonly secret: Uint8Array;
  readonly row: number;
  readonly additional: boolean;
  readonly tagged: boolean;
  /** Another field of additional keys follows, which wallets ignore. */
  readonly repeated: boolean;
}
const mine: fc.Arbitrary<Mine> = fc.record({
  secret: bytes32.map((bytes) => kernel.scalarReduce(bytes)),
  row: fc.nat(9),
  additional: fc.boolean(),
  tagged: fc.boolean(),
  repeated: fc.boolean(),
});

export const account = accountFromSeed(new Uint8Array(32).fill(7));
export function keys(): ScanKeys {
  return { ...account, table: buildTable(account, [5, 5]).table };
}
const spendKeys = keys().table.keys;
const spendKeyAt = (row: number): Uint8Array => spendKeys.slice(32 * row, 32 * row + 32);

const payTo = ({
  secret,
  row,
  additional,
  tagged,
  repeated,
}: Mine): { outputs: TxOutput[]; extra: Uint8Array } => {
  // A subaddress wants R = r·C; the receiver multiplies with a: D = 8·a·r·C, where C is its spend key.
  const base = row === 0 ? kernel.mulBase(secret) : kernel.mul(secret, spendKeyAt(row));
  const index = additional ? 1 : 0;
  const derivation = generateDerivation(asPublicKey(base), account.viewSecret);
  const output: TxOutput = {
    amount: 7n,
    key: derivePublicKey(derivation, index, asPublicKey(spendKeyAt(row))),
    ...(tagged && { viewTag: deriveViewTag(derivation, index) }),
  };
  const other: TxOutput = { amount: 1n, key: asPublicKey(secret), viewTag: 0 };
  const decoy = kernel.mulBase(secret);
  return additional
    ? {
        outputs: [other, output],
        extra: concat(
          ...[Uint8Array.of(1), decoy, Uint8Array.of(4, 2), decoy, base],
          ...(repeated ? [Uint8Array.of(4, 2), decoy, decoy] : []),
        ),
      }
    : { outputs: [output, other], extra: concat(Uint8Array.of(1), base) };
};

export function rctOf(type: RctType, inputs: number, outputs: number, bytes: Uint8Array): RctBase {
  if (type === 0) return { type, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] };
  const many = <T>(n: number, item: () => T): T[] => Array.from({ length: n }, item);
  return {
    type,
    fee: 300n,
    pseudoOuts: (type === 2 ? many(inputs, () => bytes) : []).map(asCommitment),
    ecdh: many(outputs, () => (type >= 4 ? { amount: bytes.slice(0, 8) } : { mask: bytes, amount: bytes })),
    commitments: many(outputs, () => bytes).map(asCommitment),
  };
}

export const transaction = fc
  .record({
    version: fc.constantFrom(1, 2),
    unlockTime: amount,
    inputs: fc.array(input, { maxLength: 4 }),
    outputs: fc.array(foreign, { maxLength: 5 }),
    extra,
    type: fc.nat(6),
    bytes: bytes32,
    own: fc.option(mine),
  })
  .map(({ type, bytes, own, ...made }): Transaction => {
    const prefix = { ...made, ...(own && payTo(own)) };
    const { inputs, outputs } = prefix;
    const bare = prefix.version === 1 || inputs.length === 0;
    const rct = bare ? undefined : rctOf(type as RctType, inputs.length, outputs.length, bytes);
    return { prefix, signatures: [], ...(rct && { rct }) };
  });

export const block = fc.record({
  majorVersion: fc.integer({ min: 1, max: 16 }),
  timestamp: fc.nat(),
  prevHash: bytes32,
  nonce: fc.nat(),
  version: fc.constantFrom(1, 2),
  outputs: fc.array(foreign, { maxLength: 3 }),
  extra,
  own: fc.option(mine),
  txs: fc.array(transaction, { maxLength: 4 }),
});
type MadeBlockOfToday = typeof block extends fc.Arbitrary<infer T> ? T : never;
export interface MadeBlock extends MadeBlockOfToday {
  /** Present from version 17 on. */
  readonly tree?: OutputTree;
  /** Another coinbase. */
  readonly minerAt?: (height: number) => Transaction;
}

/** An answer with these blocks, as the daemon module returns it. */
export function answerOf(made: readonly MadeBlock[]): RawBlocks {
  const parts: Uint8Array[] = [];
  let at = 0;
  const lay = (part: Uint8Array): number => {
    parts.push(part);
    at += part.length;
    return at - part.length;
  };
  const lists = {
    ...{ blockAt: [0], blockLength: [0], firstTxBlob: [0], txAt: [0], txLength: [0] },
    ...{ counts: [0], versions: [0] },
  };
  for (const list of Object.values(lists)) list.pop();
  lists.firstTxBlob.push(0);
  for (const [
    i,
    { version, outputs, extra: own, own: paidTo, txs, tree, minerAt, ...header },
  ] of made.entries()) {
    const miner: Transaction = minerAt?.(FIRST_HEIGHT + i) ?? {
      prefix: {
        version,
        unlockTime: 60n,
        inputs: [{ kind: 'gen', height: FIRST_HEIGHT + i }],
        outputs,
        extra: own,
        ...(paidTo && payTo(paidTo)),
      },
      signatures: [],
      ...(version === 2 && { rct: rctOf(0, 1, 0, new Uint8Array(32)) }),
    };
    const blobs = txs.map(writeTransaction);
    const txHashes = blobs.map((blob) => kernel.keccak256(blob));
    const blob = writeBlock({
      header: { ...header, minorVersion: 1 },
      minerTx: miner,
      txHashes: txHashes.map(asTxId),
      ...(tree && { tree }),
    });
    lists.blockAt.push(lay(blob));
    lists.blockLength.push(blob.length);
    for (const each of blobs) {
      lists.txAt.push(lay(each));
      lists.txLength.push(each.length);
    }
    lists.counts.push(miner.prefix.outputs.length, ...txs.map(({ prefix }) => prefix.outputs.length));
    lists.versions.push(miner.prefix.version, ...txs.map(({ prefix }) => prefix.version));
    lists.firstTxBlob.push(lists.txAt.length);
  }
  const indexAt: number[] = [];
  // Outputs of version 2 share one numbering; those of version 1 are numbered per amount.
  let next = 1000n;
  for (const [i, count] of lists.counts.entries()) {
    const indices = Array.from({ length: count }, () => (lists.versions[i] === 1 ? 5n : next++));
    indexAt.push(lay(new Uint8Array(BigUint64Array.from(indices).buffer)));
  }
  return {
    bytes: concat(...parts).buffer,
    startHeight: FIRST_HEIGHT,
    count: made.length,
    chainHeight: 100_000,
    offsets: {
      blockAt: Uint32Array.from(lists.blockAt),
      blockLength: Uint32Array.from(lists.blockLength),
      firstTxBlob: Uint32Array.from(lists.firstTxBlob),
      txAt: Uint32Array.from(lists.txAt),
      txLength: Uint32Array.from(lists.txLength),
      indexAt: Uint32Array.from(indexAt),
      outputCounts: Uint32Array.from(lists.counts),
    },
  };
}

/** A text of the scan's result, equal for equal results of both scans. */
export function digestOf(range: ScannedRange): string {
  const bytes = range.parts.map((part) => new Uint8Array(part.bytes));
  return JSON.stringify({ ...range, parts: bytes }, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Uint8Array) return toHex(value);
    return ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value;
  });
}
