/** Short byte arrays of records in common buffers. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import { createPackedBytes } from '../../../../src/wallet/state/packed-bytes.ts';
import { createTestChain } from '../test-chain.ts';
import { KEYS, readChain, testLedger } from '../test-ledger.ts';

describe('a packed record', () => {
  test('is equal, shares one buffer, and stays the same when it is packed again', () => {
    const { pack } = createPackedBytes();
    const record = {
      a: Uint8Array.of(1, 2),
      list: [Uint8Array.of(3)],
      deep: { b: new Uint8Array(32).fill(4) },
      n: 5n,
    };
    const packed = pack(record);
    expect(packed).toEqual(record);
    expect(packed.a.buffer).toBe(packed.deep.b.buffer);
    expect(packed.list[0]!.buffer).toBe(packed.a.buffer);
    expect(packed.a.buffer).not.toBe(record.a.buffer);
    expect(pack({ ...packed, more: true }).a).toBe(packed.a);
    expect(pack(packed)).toBe(packed);
  });

  test('keeps its bytes when later ones fill many buffers', () => {
    const { pack } = createPackedBytes();
    const packed = Array.from({ length: 1000 }, (_, i) => pack(new Uint8Array(32).fill(i)));
    expect(packed.map(([first]) => first)).toEqual(packed.map((_, i) => i % 256));
  });

  test('has a buffer of its own for what is long', () => {
    expect(createPackedBytes().pack(new Uint8Array(65)).buffer.byteLength).toBe(65);
  });
});

test('secrets of an opened wallet share no buffer with other records', async () => {
  const ledger = await testLedger();
  const chain = createTestChain(3);
  chain.add([{ id: 'a', outputs: [{ name: 'o', amount: 1n }] }]);
  await readChain(ledger, chain);
  await ledger.commit(change([put('txKeys', 'x', { key: KEYS.viewSecret, additional: [KEYS.spendSecret] })]));
  await ledger.compact();
  const { account, tables, outputs } = (await openLedger(ledger.file)).state;
  const { key, additional } = tables.txKeys.get('x')!;
  const secrets = [account.viewSecret, account.spendSecret!, key, ...additional];
  expect(secrets.map(toHex)).toEqual(
    [KEYS.viewSecret, KEYS.spendSecret, KEYS.viewSecret, KEYS.spendSecret].map(toHex),
  );
  expect(secrets.map(({ buffer }) => buffer.byteLength)).toEqual([32, 32, 32, 32]);
  expect(outputs[0]!.key.buffer).toBe(outputs[0]!.mask.buffer);
});
