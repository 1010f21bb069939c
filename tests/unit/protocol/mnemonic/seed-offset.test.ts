import { describe, expect, it } from 'vitest';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { addSeedOffset, removeSeedOffset } from '../../../../src/protocol/mnemonic/seed-offset.ts';

describe('seed offsets', () => {
  it('are subtracted as they were added, mod l, and depend on every byte of the passphrase', () => {
    const key = kernel.scalarReduce(new Uint8Array(32).fill(0xee));
    const hidden = addSeedOffset(key, 'correct horse');
    expect(hidden).not.toEqual(key);
    expect(removeSeedOffset(hidden, 'correct horse')).toEqual(key);
    expect(removeSeedOffset(hidden, 'correct horsf')).not.toEqual(key);
    expect(removeSeedOffset(hidden, 'correct horsf')).toSatisfy((bytes: Uint8Array) =>
      kernel.isReducedScalar(bytes),
    );
  });
});
