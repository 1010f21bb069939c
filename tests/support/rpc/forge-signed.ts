/** Signed sets as another device or an attacker with the view key would write them: changed and sealed again. */
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { decode, encode } from '../../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../../src/protocol/archive/envelope.ts';
import { signedSet, type PendingRecord, type SignedSet } from '../../../src/protocol/archive/sets.ts';
import { seededRandom } from '../seeded-random.ts';
import { KEYS } from './fixture.ts';

export function openSigned(hex: string): SignedSet {
  return decode(signedSet, openEnvelope('signed', KEYS.viewSecret, fromHex(hex)));
}
export function forgeSet(hex: string, edit: (set: SignedSet) => Partial<SignedSet>): string {
  const set = openSigned(hex);
  const randomness = { random: seededRandom('forger') };
  return toHex(
    sealEnvelope(randomness, 'signed', KEYS.viewSecret, encode(signedSet, { ...set, ...edit(set) })),
  );
}
export function forge(hex: string, edit: (record: PendingRecord) => Partial<PendingRecord>): string {
  return forgeSet(hex, ({ txs }) => ({ txs: txs.map((tx) => ({ ...tx, ...edit(tx) })) }));
}
