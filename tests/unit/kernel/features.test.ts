import { afterEach, expect, test, vi } from 'vitest';
import { hasFusedMadd, hasSimd } from '../../../src/kernel/wasm/features.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('an engine without relaxed SIMD has no fused multiply-add, and the question is no error', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(new WebAssembly.CompileError('invalid opcode'));
  expect(hasSimd()).toBe(false);
  expect(await hasFusedMadd()).toBe(false);
});
