/** Companions that are damaged, of others or made by an attacker: refused with a reason, and nothing changes. */
import { describe, expect, test } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { concat, u32le, utf8 } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { Writer } from '../../../../src/protocol/encoding/writer.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { writeCompanion } from '../../../../src/wallet/companion/encoding.ts';
import type { CompanionContent } from '../../../../src/wallet/companion/content.ts';
import { openCompanion, sealCompanion } from '../../../../src/wallet/companion/sealed.ts';
import { importCompanion } from '../../../../src/wallet/companion/transfer.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { testAccount, testLedger } from '../test-ledger.ts';

const random = seededRandom('sealed companions');
const OWNER = testAccount();
const { spendSecret: _spend, ...WATCHER } = OWNER;
const OTHER = { ...OWNER, ...accountFromSeed(new Uint8Array(32).fill(8)) };
const TEXT = utf8('Rent of the flat in March');
const EMPTY: CompanionContent = {
  ...{ made: 1, lookahead: { major: 1, minor: 1 }, accounts: [], tags: [], contacts: [], notes: [] },
  ...{ txKeys: [], payees: [], attributes: [], requests: [], frozen: [] },
};

const reasonOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (isFault(error, 'bad_companion')) return (error.data as { readonly reason: string }).reason;
    throw error;
  }
  return 'opened';
};
/** The bytes with another checksum, as an attacker writes it who has no key. */
const withChecksum = (bytes: Uint8Array): Uint8Array => {
  const body = bytes.subarray(0, -4);
  return concat(body, kernel.keccak256(body).subarray(0, 4));
};

// threat: stolen-companion
describe('a sealed companion', () => {
  test('opens with the secret of its wallet', () => {
    for (const account of [OWNER, WATCHER])
      expect(openCompanion(account, sealCompanion(random, account, TEXT))).toEqual(TEXT);
  });
  test('of the watching wallet opens in the wallet that spends, and not the other way round', () => {
    expect(openCompanion(OWNER, sealCompanion(random, WATCHER, TEXT))).toEqual(TEXT);
    expect(reasonOf(() => openCompanion(WATCHER, sealCompanion(random, OWNER, TEXT)))).toBe('spend_key');
  });
  test('does not open in another wallet, or on another network', () => {
    const bytes = sealCompanion(random, OWNER, TEXT);
    expect(reasonOf(() => openCompanion(OTHER, bytes))).toBe('other_wallet');
    expect(reasonOf(() => openCompanion({ ...OWNER, network: 'stagenet' }, bytes))).toBe('other_wallet');
  });
  test('contains none of its content, and is another one each time', () => {
    const [one, two] = [sealCompanion(random, OWNER, TEXT), sealCompanion(random, OWNER, TEXT)];
    expect(toHex(one)).not.toContain(toHex(TEXT.subarray(0, 8)));
    expect(toHex(one.subarray(17))).not.toBe(toHex(two.subarray(17)));
    for (const at of [17, 60, 200, 900])
      expect(toHex(one.subarray(at, at + 16))).not.toBe(toHex(two.subarray(at, at + 16)));
  });
  test('has one of a few sizes, whatever it holds', () => {
    const sizeOf = (n: number): number => sealCompanion(random, OWNER, new Uint8Array(n)).length;
    expect(new Set([0, 1, 500, 1020].map(sizeOf)).size).toBe(1);
    expect(new Set([1021, 1500, 2044].map(sizeOf)).size).toBe(1);
    expect(sizeOf(1021) - sizeOf(1020)).toBe(1024);
  });
  test('is refused after any single bit was flipped', () => {
    const bytes = sealCompanion(random, OWNER, TEXT);
    for (let bit = 0; bit < bytes.length * 8; bit += bit < 800 ? 1 : 61) {
      const bent = bytes.slice();
      bent[bit >> 3]! ^= 1 << (bit & 7);
      expect(['magic', 'damaged', 'too_new']).toContain(reasonOf(() => openCompanion(OWNER, bent)));
    }
  });
  test('is refused after a change by somebody who mended the checksum', () => {
    const bytes = sealCompanion(random, OWNER, TEXT);
    for (const at of [16, 17, 40, 49, 60, 1000, bytes.length - 10]) {
      const bent = bytes.slice();
      bent[at]! ^= 1;
      expect(['other_wallet', 'spend_key']).toContain(
        reasonOf(() => openCompanion(OWNER, withChecksum(bent))),
      );
    }
  });
  test('is refused when it is cut or has a byte more', () => {
    const bytes = sealCompanion(random, OWNER, TEXT);
    for (const length of [0, 5, 15, 16, 17, 48, 84, 600, bytes.length - 1])
      expect(['magic', 'damaged']).toContain(reasonOf(() => openCompanion(OWNER, bytes.slice(0, length))));
    expect(reasonOf(() => openCompanion(OWNER, concat(bytes, Uint8Array.of(0))))).toBe('damaged');
  });
  test('of a later version is named as such, whatever follows', () => {
    expect(reasonOf(() => openCompanion(OWNER, concat(utf8('Ostro companion'), Uint8Array.of(2))))).toBe(
      'too_new',
    );
  });
  test('is neither made nor read above the largest size', () => {
    expect(reasonOf(() => sealCompanion(random, OWNER, new Uint8Array(1 << 21)))).toBe('too_large');
    const huge = concat(utf8('Ostro companion'), Uint8Array.of(1, 0), new Uint8Array((1 << 21) + 100));
    expect(reasonOf(() => openCompanion(OWNER, huge))).toBe('too_large');
  });
});

describe('content that only somebody with the keys can write', () => {
  const refusedBy = async (content: Uint8Array): Promise<unknown> => {
    const ledger = await testLedger();
    const before = [...ledger.state.tables.labels];
    const reason = await importCompanion(ledger, sealCompanion(random, OWNER, content)).then(
      () => 'opened',
      (error: unknown) => (isFault(error, 'bad_companion') ? error.data : error),
    );
    expect([...ledger.state.tables.labels]).toEqual(before);
    return reason;
  };
  const DAMAGED = { reason: 'damaged' };
  const start = (): Writer => new Writer().varint(1).varint(1).varint(1);

  // threat: stolen-companion
  test('is refused when a few bytes claim more addresses or records than can be', async () => {
    const account = { addresses: 600_000, labels: [], tag: '' };
    expect(await refusedBy(writeCompanion({ ...EMPTY, accounts: [account, account] }))).toEqual(DAMAGED);
    expect(await refusedBy(writeCompanion({ ...EMPTY, lookahead: { major: 5000, minor: 5000 } }))).toEqual(
      DAMAGED,
    );
    const request = {
      ...{ subaddress: { major: 0, minor: 3 }, amount: 1n, purpose: '', message: '', note: '' },
      ...{ created: 1, firstSeen: [] },
    };
    const accounts = [{ addresses: 3, labels: [], tag: '' }];
    expect(await refusedBy(writeCompanion({ ...EMPTY, accounts, requests: [request] }))).toEqual(DAMAGED);
    expect(await refusedBy(start().varint(999_999).done())).toEqual(DAMAGED);
    expect(
      await refusedBy(
        start()
          .varint(2n ** 60n)
          .done(),
      ),
    ).toEqual(DAMAGED);
  });
  test('is refused when it is cut anywhere, or has bytes left', async () => {
    const whole = writeCompanion({
      ...EMPTY,
      accounts: [{ addresses: 3, labels: [[2, 'Shop']], tag: 'flat' }],
      attributes: [['a', 'b']],
      frozen: ['11'.repeat(32)],
    });
    for (let length = 0; length < whole.length; length++)
      expect(await refusedBy(whole.slice(0, length))).toEqual(DAMAGED);
    expect(await refusedBy(concat(whole, u32le(0)))).toEqual(DAMAGED);
    expect(await refusedBy(start().varint(0).varint(1).varint(1).u8(0xff).done())).toEqual(DAMAGED);
  });
});
