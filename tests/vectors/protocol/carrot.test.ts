/** Carrot compared with what the reference computed. */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/base/hex.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { installKernel, kernel } from '../../../src/kernel/kernel.ts';
import { unbiasedHashToPoint } from '../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { T } from '../../../src/protocol/carrot/constants.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { converge, expectEnote } from './carrot.ts';
import published from './carrot.json' with { type: 'json' };

describe('Carrot', () => {
  const computed = converge(published.convergence);

  it('recomputes 29 values of the reference', () => {
    expect(Object.keys(computed)).toHaveLength(29);
  });
  it.each(Object.entries(computed))('has the published %s', (name, value) => {
    expect(value).toBe((published.convergence as Record<string, string>)[name]);
  });
  it.each(published.enotes)('finds and makes the published enote of kind $kind', expectEnote);
  it('gives the same with the readable kernel', async () => {
    installKernel(refKernel);
    try {
      expect(converge(published.convergence)).toEqual(computed);
      for (const vector of published.enotes) expectEnote(vector);
    } finally {
      await useWasmKernel();
    }
  });
  it('has the generator T that is hashed from its name', () => {
    expect(toHex(unbiasedHashToPoint(kernel.keccak256(utf8('Monero Generator T'))))).toBe(toHex(T));
  });
});
