/**
 * Proofs and signatures of a simulated run: of the right form, without arithmetic. Simulated nodes check the rules that decide
 * what is mined: double spends, locks, and that a signature was made for the ring that the chain has. Key images are the
 * real ones.
 */
import { asPublicKey, type Scalar } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import type { AddressRow, CryptoWorkers } from '../../src/ports/crypto-workers.ts';
import { textsOf } from '../../src/protocol/address/own-texts.ts';
import { generateKeyImage } from '../../src/protocol/keys/derivation.ts';
import { subaddressTable } from '../../src/protocol/keys/subaddress.ts';
import { hashToScalar } from '../../src/protocol/ring/scalar.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import type { Dice } from './dice.ts';

const BITS = 64;

/** The ten thousand addresses that a wallet computes whenever it is opened, by its key. */
const known = new Map<string, Uint8Array>();
const addressesOf = (
  account: Parameters<CryptoWorkers['addresses']>[0],
  { major, from, count }: AddressRow,
): Uint8Array => {
  const name = `${toHex(account.spendPublic)} ${major} ${from} ${count}`;
  const row = known.get(name) ?? subaddressTable(account, major, from, count);
  known.set(name, row);
  return row;
};

/** The scalar by which a simulated signature names its ring. `ring` has 64 bytes for each member: its key and its commitment. */
export function markOf(ring: Uint8Array): Scalar {
  return hashToScalar(ring);
}

export function simulatedProofs(dice: Dice): CryptoWorkers {
  const scalar = (): Scalar => kernel.scalarReduce(dice.bytes(32));
  const point = kernel.mulBase(kernel.scalarReduce(dice.bytes(32)));
  return {
    warm: () => undefined,
    addresses: (account, rows) => Promise.resolve(rows.map((row) => addressesOf(account, row))),
    addressTexts: (source, indices) => Promise.resolve(textsOf(source, indices)),
    // Every output of a simulated chain is a point of the right group.
    primeSubgroup: (points) => Promise.resolve(new Uint8Array(points.length / 32).fill(1)),
    prove: (openings) => {
      const rounds = Math.log2(BITS) + Math.ceil(Math.log2(openings.length));
      const points = Array.from({ length: rounds }, () => point);
      return Promise.resolve({
        ...{ A: point, A1: point, B: point, L: points, R: points },
        ...{ r1: scalar(), s1: scalar(), d1: scalar() },
      });
    },
    verifyRange: () => Promise.resolve(true),
    sign: (tasks) =>
      Promise.resolve(
        tasks.map(({ ring, realIndex, secretKey }) => ({
          clsag: { s: Array.from({ length: ring.length / 64 }, scalar), c1: markOf(ring), D: point },
          keyImage: generateKeyImage(asPublicKey(ring.slice(64 * realIndex, 64 * realIndex + 32)), secretKey),
        })),
      ),
    verify: (claims) => Promise.resolve(claims.map(() => true)),
  };
}
