/** A reproducible stand-in for randomness: keccak of the seed and a counter. For tests only. */
import { concat, u32le, utf8 } from '../../src/base/bytes.ts';
import { kernel } from '../../src/kernel/kernel.ts';

export function seededRandom(seed: string): (n: number) => Uint8Array {
  let counter = 0;
  return (n) => {
    const blocks: Uint8Array[] = [];
    for (let at = 0; at < n; at += 32) blocks.push(kernel.keccak256(concat(utf8(seed), u32le(counter++))));
    return concat(...blocks).slice(0, n);
  };
}
