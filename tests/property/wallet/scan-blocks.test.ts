/**
 * The short way through blocks is the long one, only quicker: whatever the kernel takes, every reader takes too, and
 * both find the same; what a reader refuses, the kernel leaves to it. On made-up blocks of every kind, on bytes changed at
 * random, and on a recorded answer of a real node.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { decodeBlocks, getBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel, kernel } from '../../../src/kernel/kernel.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import type { ScannedRange } from '../../../src/ports/scan-pool.ts';
import { writeBlock } from '../../../src/protocol/block/block.ts';
import { deriveViewTag, generateDerivation, derivePublicKey } from '../../../src/protocol/keys/derivation.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { RctBase, RctType, Transaction, TxInput, TxOutput } from '../../../src/protocol/tx/types.ts';
import { buildTable, scanKeysOf, tableShape } from '../../../src/wallet/account/lookahead.ts';
import { createScanner, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { cutUp } from '../../../src/wallet/scan/parts.ts';
import { scanReading } from '../../../src/wallet/scan/scan-range.ts';
import { scanSkimming } from '../../../src/wallet/scan/scan-skimming.ts';
import { benchChain } from '../../support/bench-chain.ts';
import { testAccount } from '../../unit/wallet/test-ledger.ts';
import { BUILDS, startOnNode } from '../kernel/builds.ts';

const FIRST_HEIGHT = 70_000;
const chain = benchChain();

/** What one way gives, or the name of its fault. */
const outcome = (scan: () => ScannedRange | undefined): ScannedRange | string | undefined => {
  try {
    return scan();
  } catch (error) {
    if (isFault(error)) return `fault ${error.code}`;
    throw error;
  }
};

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const paid = fc.bigInt({ min: 0n, max: 2n ** 60n });

const input: fc.Arbitrary<TxInput> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      amount,
      keyOffsets: fc.array(amount, { maxLength: 20 }),
      keyImage: bytes32,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gen' as const), height: fc.nat() }) },
);
const foreign: fc.Arbitrary<TxOutput> = fc.record(
  { amount: paid, key: bytes32, viewTag: fc.nat(255) },
  { requiredKeys: ['amount', 'key'] },
);

/** Fields of tx_extra, well-formed or not, one behind the other. */
const extraField = fc.oneof(
  bytes32.map((key) => concat(Uint8Array.of(1), key)),
  fc.uint8Array({ maxLength: 40 }).map((nonce) => concat(Uint8Array.of(2, nonce.length), nonce)),
  fc.tuple(fc.nat(127), bytes32).map(([depth, root]) => concat(Uint8Array.of(3, 33, depth), root)),
  fc.array(bytes32, { maxLength: 4 }).map((keys) => concat(Uint8Array.of(4, keys.length), ...keys)),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => concat(Uint8Array.of(0xde, bytes.length), bytes)),
  fc.constant(new Uint8Array(5)),
  fc.uint8Array({ maxLength: 50 }),
);
const extra = fc.array(extraField, { maxLength: 4 }).map((fields) => concat(...fields));

/** Ours: to the main address or a subaddress, by the transaction's key or an additional one. */
interface Mine {
  readonly secret: Uint8Array;
  readonly row: number;
  readonly additional: boolean;
  readonly tagged: boolean;
}
const mine: fc.Arbitrary<Mine> = fc.record({
  secret: bytes32.map((bytes) => kernel.scalarReduce(bytes)),
  row: fc.nat(9),
  additional: fc.boolean(),
  tagged: fc.boolean(),
});

const account = testAccount();
const keys = () => scanKeysOf(account, buildTable(account, [5, 5]).table);
const spendKeyAt = (row: number): Uint8Array => keys().table.keys.slice(32 * row, 32 * row + 32);

const payTo = ({ secret, row, additional, tagged }: Mine): { outputs: TxOutput[]; extra: Uint8Array } => {
  // A subaddress wants R = r·C; the receiver multiplies with a: D = 8·a·r·C, where C is its spend key.
  const base = row === 0 ? kernel.mulBase(secret) : kernel.mul(secret, spendKeyAt(row));
  const index = additional ? 1 : 0;
  const derivation = generateDerivation(base, account.viewSecret);
  const output: TxOutput = {
    amount: 7n,
    key: derivePublicKey(derivation, index, spendKeyAt(row)),
    ...(tagged && { viewTag: deriveViewTag(derivation, index) }),
  };
  const other: TxOutput = { amount: 1n, key: secret, viewTag: 0 };
  const decoy = kernel.mulBase(secret);
  return additional
    ? {
        outputs: [other, output],
        extra: concat(Uint8Array.of(1), decoy, Uint8Array.of(4, 2), decoy, base),
      }
    : { outputs: [output, other], extra: concat(Uint8Array.of(1), base) };
};

const rctOf = (type: RctType, inputs: number, outputs: number, bytes: Uint8Array): RctBase => {
  if (type === 0) return { type, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] };
  const many = <T>(n: number, item: () => T): T[] => Array.from({ length: n }, item);
  return {
    type,
    fee: 300n,
    pseudoOuts: type === 2 ? many(inputs, () => bytes) : [],
    ecdh: many(outputs, () => (type >= 4 ? { amount: bytes.slice(0, 8) } : { mask: bytes, amount: bytes })),
    commitments: many(outputs, () => bytes),
  };
};

const transaction = fc
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

const block = fc.record({
  majorVersion: fc.integer({ min: 1, max: 255 }),
  timestamp: fc.nat(),
  prevHash: bytes32,
  nonce: fc.nat(),
  version: fc.constantFrom(1, 2),
  outputs: fc.array(foreign, { maxLength: 3 }),
  extra,
  own: fc.option(mine),
  txs: fc.array(transaction, { maxLength: 4 }),
});
type MadeBlock = typeof block extends fc.Arbitrary<infer T> ? T : never;

/** An answer with these blocks, as the daemon room would hand it over. */
const answerOf = (made: readonly MadeBlock[]): RawBlocks => {
  const parts: Uint8Array[] = [];
  let at = 0;
  const lay = (part: Uint8Array): number => {
    parts.push(part);
    at += part.length;
    return at - part.length;
  };
  const lists = { blockAt: [0], blockLength: [0], txFirst: [0], txAt: [0], txLength: [0], counts: [0] };
  for (const list of Object.values(lists)) list.pop();
  lists.txFirst.push(0);
  for (const [i, { version, outputs, extra: own, own: paidTo, txs, ...header }] of made.entries()) {
    const miner: Transaction = {
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
    const blob = writeBlock({ header: { ...header, minorVersion: 1 }, minerTx: miner, txHashes });
    lists.blockAt.push(lay(blob));
    lists.blockLength.push(blob.length);
    for (const each of blobs) {
      lists.txAt.push(lay(each));
      lists.txLength.push(each.length);
    }
    lists.counts.push(miner.prefix.outputs.length, ...txs.map(({ prefix }) => prefix.outputs.length));
    lists.txFirst.push(lists.txAt.length);
  }
  const indexAt: number[] = [];
  let next = 1000n;
  for (const count of lists.counts)
    indexAt.push(lay(new Uint8Array(BigUint64Array.from({ length: count }, () => next++).buffer)));
  return {
    bytes: concat(...parts).buffer as ArrayBuffer,
    startHeight: FIRST_HEIGHT,
    count: made.length,
    chainHeight: 100_000,
    places: {
      blockAt: Uint32Array.from(lists.blockAt),
      blockLength: Uint32Array.from(lists.blockLength),
      txFirst: Uint32Array.from(lists.txFirst),
      txAt: Uint32Array.from(lists.txAt),
      txLength: Uint32Array.from(lists.txLength),
      indexAt: Uint32Array.from(indexAt),
      indexCount: Uint32Array.from(lists.counts),
    },
  };
};

describe.each(BUILDS)('the %s build passes over blocks', (build) => {
  let scanner: Scanner;
  beforeAll(async () => {
    installKernel(await startOnNode(build));
    scanner = createScanner(keys());
  });
  const bothWays = (raw: RawBlocks) => ({
    short: outcome(() => scanSkimming(scanner, raw, decodeBlocks)),
    long: outcome(() => scanReading(scanner, raw, decodeBlocks)),
  });

  it('and finds in any well-formed ones what reading finds', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (made) => {
        const { short, long } = bothWays(answerOf(made));
        expect(typeof short).toBe('object');
        expect(short).toEqual(long);
        found += typeof short === 'object' ? short.found.length : 0;
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });

  it('and takes nothing that a reader refuses, wherever a byte is another', () => {
    let taken = 0;
    const change = fc.record({ at: fc.nat(), to: fc.nat(255), also: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 2 }), change, (made, { at, to, also }) => {
        const raw = answerOf(made);
        const bytes = new Uint8Array(raw.bytes);
        bytes[at % bytes.length] = to;
        if (also !== null) bytes[also % bytes.length] = 0xff;
        const { short, long } = bothWays(raw);
        if (short === undefined) return;
        taken += 1;
        expect(short).toEqual(long);
      }),
      { numRuns: 250 },
    );
    expect(taken).toBeGreaterThan(25);
  });

  it('and takes none of another length, height or number of outputs', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 2 }), fc.nat(), fc.nat(4), (made, at, what) => {
        const raw = answerOf(made);
        const places = raw.places!;
        const nudge = (list: Uint32Array): Uint32Array =>
          list.map((value, i) => (i === at % list.length ? value + 1 : value));
        const wrong: RawBlocks =
          what === 0
            ? { ...raw, startHeight: raw.startHeight + 1 }
            : {
                ...raw,
                places: {
                  ...places,
                  ...(what === 1 && { blockLength: nudge(places.blockLength) }),
                  ...(what === 2 && { txLength: nudge(places.txLength) }),
                  ...(what === 3 && { indexCount: nudge(places.indexCount) }),
                  ...(what === 4 && { blockAt: nudge(places.blockAt) }),
                },
              };
        if (what === 2 && places.txLength.length === 0) return;
        expect(scanSkimming(scanner, wrong, decodeBlocks)).toBeUndefined();
      }),
      { numRuns: 80 },
    );
  });
});

describe.skipIf(!chain)('a recorded answer (skipped: no bench chain)', () => {
  const scannerOf = async (name: string): Promise<Scanner> => {
    const { key } = await readMnemonic(chain!.counts.seeds[name]!);
    const own = accountFromSeed(key);
    const { table } = buildTable(own, tableShape([['']], { major: 5, minor: 20 }));
    return createScanner({ ...own, table });
  };
  it.each(BUILDS)('is scanned to the same by %s, piece by piece', async (build) => {
    installKernel(await startOnNode(build));
    for (const name of ['C', 'S']) {
      const scanner = await scannerOf(name);
      let found = 0;
      for (const piece of cutUp(getBlocks({}).read(chain!.bytes.slice()), 3000)) {
        const short = scanSkimming(scanner, piece, decodeBlocks);
        expect(short).toBeDefined();
        expect(short).toEqual(scanReading(scanner, piece, decodeBlocks));
        found += short!.found.length;
      }
      expect(found).toBeGreaterThan(50);
    }
  });
});
