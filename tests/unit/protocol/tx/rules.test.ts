/** The network's rules for a transaction. Each row breaks one of them and no other. */
import { describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { brokenRule, type BrokenRule } from '../../../../src/protocol/tx/rules.ts';
import type { KeyInput, TxPrefix } from '../../../../src/protocol/tx/types.ts';

const scalarOf = (n: number) => kernel.scalarReduce(Uint8Array.of(n, ...new Uint8Array(31)));
const keyOf = (n: number) => asPublicKey(kernel.mulBase(scalarOf(n)));
const imageOf = (n: number) => asKeyImage(new Uint8Array(32).fill(n));
const input = (image: number): KeyInput => ({
  kind: 'key',
  amount: 0n,
  keyOffsets: Array.from({ length: 16 }, (_, i) => (i === 0 ? 0n : 3n)),
  keyImage: imageOf(image),
});
const output = (n: number) => ({ amount: 0n, key: keyOf(n), viewTag: 7 });
const prefix: TxPrefix = {
  version: 2,
  unlockTime: 0n,
  inputs: [input(9), input(5)],
  outputs: [output(1), output(2)],
  extra: new Uint8Array(1060),
};
const ring = Array.from({ length: 16 }, (_, i) => ({ key: keyOf(i + 1) }));
const broken = (
  change: Partial<TxPrefix> = {},
  { type = 6, weight = 149_400 }: { type?: 0 | 5 | 6; weight?: number } = {},
  rings = [ring, ring],
): BrokenRule | undefined => brokenRule({ prefix: { ...prefix, ...change }, type, weight }, rings);
const withInput = (change: Partial<KeyInput>) => ({ inputs: [{ ...input(9), ...change }, input(5)] });

describe('the rules of the network', () => {
  test('are kept by an ordinary transaction, with or without known rings', () => {
    expect(broken()).toBeUndefined();
    expect(broken({}, {}, [])).toBeUndefined();
  });

  test.each<readonly [string, BrokenRule, () => BrokenRule | undefined]>([
    ['an older type', 'type', () => broken({}, { type: 5 })],
    ['version 1', 'type', () => broken({ version: 1 })],
    ['a lock', 'unlock_time', () => broken({ unlockTime: 1n })],
    ['an extra of 1061 bytes', 'extra_size', () => broken({ extra: new Uint8Array(1061) })],
    ['no input', 'inputs', () => broken({ inputs: [] }, {}, [])],
    ['a coinbase input', 'inputs', () => broken({ inputs: [{ kind: 'gen', height: 1 }] }, {}, [])],
    ['an amount in an input', 'inputs', () => broken(withInput({ amount: 1n }))],
    ['a ring of one', 'ring_size', () => broken(withInput({ keyOffsets: [5n] }))],
    [
      'a ring of seventeen',
      'ring_size',
      () => broken(withInput({ keyOffsets: Array(17).fill(1n) as bigint[] })),
    ],
    ['a known ring of one', 'ring_size', () => broken({}, {}, [ring, ring.slice(0, 1)])],
    [
      'an index twice',
      'ring_members',
      () => broken(withInput({ keyOffsets: input(9).keyOffsets.with(4, 0n) })),
    ],
    ['a key twice', 'ring_members', () => broken({}, {}, [ring, ring.with(3, ring[4]!)])],
    ['key images out of order', 'key_image_order', () => broken({ inputs: [input(5), input(9)] })],
    ['a key image twice', 'key_image_order', () => broken({ inputs: [input(5), input(5)] })],
    ['one output', 'output_count', () => broken({ outputs: [output(1)] })],
    [
      'seventeen outputs',
      'output_count',
      () => broken({ outputs: Array.from({ length: 17 }, (_, i) => output(i + 1)) }),
    ],
    ['an open amount', 'outputs', () => broken({ outputs: [output(1), { ...output(2), amount: 1n }] })],
    ['no view tag', 'outputs', () => broken({ outputs: [output(1), { amount: 0n, key: keyOf(2) }] })],
    [
      'a key that is no point',
      'outputs',
      () =>
        broken({ outputs: [output(1), { ...output(2), key: asPublicKey(new Uint8Array(32).fill(0xff)) }] }),
    ],
    ['more than a node relays', 'weight', () => broken({}, { weight: 149_401 })],
  ])('are broken by %s', (_, rule, find) => {
    expect(find()).toBe(rule);
  });
});
