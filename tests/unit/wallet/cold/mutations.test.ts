/**
 * Damaged, cut and forged data, much more of it with `npm run test:all`. None of it may change a wallet, and
 * every refusal has the code of its method.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyBytes } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { openEnvelope, sealEnvelope, type EnvelopeKind } from '../../../../src/protocol/archive/envelope.ts';
import {
  exportKeyImageFile,
  importKeyImages,
  readKeyImageFile,
} from '../../../../src/wallet/cold/key-images.ts';
import { examineAll, examinerOf, readUnsignedSet } from '../../../../src/wallet/cold/examine.ts';
import { KEYS, PAYEE, XMR } from '../../../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../../../support/rpc/halves.ts';
import { kept } from '../../../support/rpc/kept.ts';
import { inTier } from '../../../support/tier.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const RUNS = { numRuns: inTier({ short: 60, long: 1000 }) };
const randomness = { random: seededRandom('mutations') };

let halves: TwoWallets;
/** In hex. */
let outputs: string;
let unsigned: string;
let signed: string;
let images: Uint8Array;

beforeAll(async () => {
  halves = await openHalves();
  const { hot, cold } = halves;
  outputs = (await hot.call('export_outputs', { all: true })).outputs_data_hex;
  unsigned = (await hot.call('transfer', { destinations: [{ address: PAYEE, amount: XMR }] })).unsigned_txset;
  signed = (await cold.call('sign_transfer', { unsigned_txset: unsigned })).signed_txset;
  images = await exportKeyImageFile(
    { random: { bytes: randomness.random }, state: cold.wallet.state, nextTurn, pause: nextTurn },
    true,
  );
});

/** These loops are short. */
const nextTurn = () => Promise.resolve();

/** The bytes with one bit flipped, cut short, or with a byte more. */
const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc.nat(bytes.length * 8 - 1).map((bit) => {
      const bent = bytes.slice();
      bent[bit >> 3]! ^= 1 << (bit & 7);
      return bent;
    }),
    fc.nat(bytes.length - 1).map((length) => bytes.slice(0, length)),
    fc.nat(255).map((byte) => Uint8Array.of(...bytes, byte)),
  );

/** The content damaged by an attacker who has the view key and seals it again. */
const forged = (kind: EnvelopeKind, bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  damaged(openEnvelope(kind, KEYS.viewSecret, bytes)).map((content) =>
    sealEnvelope(randomness, kind, KEYS.viewSecret, content),
  );

describe('damaged data is refused with the right code, and changes nothing', () => {
  test('outputs', async () => {
    const before = kept(halves.cold);
    await fc.assert(
      fc.asyncProperty(damaged(fromHex(outputs)), async (bytes) => {
        const outputs_data_hex = toHex(bytes);
        const { code } = await halves.cold.refusal('import_outputs', { outputs_data_hex });
        expect(code).toBe(-1);
      }),
      RUNS,
    );
    expect(kept(halves.cold)).toBe(before);
  });

  test('unsigned sets', async () => {
    const before = kept(halves.cold);
    await fc.assert(
      fc.asyncProperty(damaged(fromHex(unsigned)), async (bytes) => {
        const { code } = await halves.cold.refusal('sign_transfer', { unsigned_txset: toHex(bytes) });
        expect(code).toBe(-39);
      }),
      RUNS,
    );
    expect(kept(halves.cold)).toBe(before);
  });

  test('signed sets', async () => {
    const before = kept(halves.hot);
    await fc.assert(
      fc.asyncProperty(damaged(fromHex(signed)), async (bytes) => {
        const { code } = await halves.hot.refusal('submit_transfer', { tx_data_hex: toHex(bytes) });
        expect(code).toBe(-40);
      }),
      RUNS,
    );
    expect(kept(halves.hot)).toBe(before);
    expect(halves.hot.node.relayed).toHaveLength(0);
  });

  test('key images, as a file and as a list', async () => {
    const { hot } = halves;
    const before = kept(hot);
    await fc.assert(
      fc.asyncProperty(damaged(images), async (bytes) => {
        expect(() => readKeyImageFile(hot.wallet.state, bytes)).toThrow();
        await Promise.resolve();
      }),
      RUNS,
    );
    const whole = readKeyImageFile(hot.wallet.state, images);
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.nat(96 * 8 - 1), async (which, bit) => {
        const bent = whole.images.map((each) => ({
          keyImage: copyBytes(each.keyImage),
          signature: each.signature.slice(),
        }));
        const part = bit < 256 ? bent[which]!.keyImage : bent[which]!.signature;
        const at = bit < 256 ? bit : bit - 256;
        part[at >> 3]! ^= 1 << (at & 7);
        const deps = { chain: hot.node.chain, ledger: hot.wallet.ledger, nextTurn };
        await expect(importKeyImages(deps, { offset: 0, images: bent })).rejects.toSatisfy(isFault);
      }),
      RUNS,
    );
    expect(kept(hot)).toBe(before);
  });
});

describe('a set forged with the view key', () => {
  test('is refused by the signer, or described as what it is', async () => {
    const { wallet } = halves.cold;
    const { account } = wallet.state;
    const examiner = examinerOf(wallet.state, (key) => wallet.sync.indexOf(key));
    const before = kept(halves.cold);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(forged('unsigned', fromHex(unsigned)), async (bytes) => {
        try {
          const txs = await examineAll(examiner, readUnsignedSet(account, bytes));
          accepted += 1;
          for (const { examined } of txs) {
            const { amountIn, fee, change, recipients, outputs: paid } = examined;
            const shown = recipients.reduce((sum, { amount }) => sum + amount, 0n);
            expect(shown + change + fee).toBe(amountIn);
            expect(paid.reduce((sum, { amount }) => sum + amount, 0n) + fee).toBe(amountIn);
          }
        } catch (error) {
          if (!isFault(error)) throw error;
          expect(['bad_unsigned_set', 'old_format', 'nonzero_unlock_time']).toContain(error.code);
        }
      }),
      RUNS,
    );
    // Texts of addresses, positions and similar fields do not influence the signature.
    expect(accepted).toBeGreaterThan(0);
    expect(kept(halves.cold)).toBe(before);
  });

  test('never gives the signer outputs of another wallet', async () => {
    const fresh = await openHalves();
    await fc.assert(
      fc.asyncProperty(forged('outputs', fromHex(outputs)), async (bytes) => {
        const { cold } = fresh;
        try {
          await cold.call('import_outputs', { outputs_data_hex: toHex(bytes) });
        } catch (error) {
          expect(error).toMatchObject({ code: -1, fault: expect.not.stringMatching('internal') as string });
        }
        const { account, outputs: taken } = cold.wallet.state;
        for (const { key, keyImage } of taken)
          expect(keyImage && key.length + account.spendPublic.length).toBe(64);
      }),
      { numRuns: inTier({ short: 20, long: 200 }) },
    );
  });
});
