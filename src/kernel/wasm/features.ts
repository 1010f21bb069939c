/** Detects features of this engine with tiny modules: SIMD, relaxed SIMD, and whether madd is fused. */

const fromHexText = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** (func (result i32) (i32.wrap_i64 (i64x2.extract_lane 0 (i64x2.extmul_low_i32x4_s (i32x4.splat 3) (i32x4.splat 5))))) */
const SIMD = fromHexText(
  '0061736d010000000105016000017f03020100070501016600000a130111004103fd114105fd11fddc01fd1d00a70b',
);
/** (memory "m") (func "f" (v128.store 48 (f64x2.relaxed_madd (v128.load 0) (v128.load 16) (v128.load 32)))) */
const MADD = fromHexText(
  '0061736d01000000010401600000030201000503010001070902016d0200016600000a1f011d0041004100fd0004004100fd0004' +
    '104100fd000420fd8702fd0b04300b',
);

export function hasSimd(): boolean {
  return WebAssembly.validate(SIMD);
}

/**
 * True if the relaxed multiply-add rounds only once. With a = 2^27 + 1 the product a² needs 55 bits: a² - (2^54 +
 * 2^28) is 1 when fused and 0 when not. Operands come from memory, so that no compiler computes the result. The
 * specification allows both, but an engine must always do the same. If it is not fused, the fma build computes wrong
 * results and must not be used.
 */
export async function hasFusedMadd(): Promise<boolean> {
  if (!WebAssembly.validate(MADD)) return false;
  const { instance } = await WebAssembly.instantiate(MADD);
  const { f, m } = instance.exports as { f: () => void; m: WebAssembly.Memory };
  const lanes = new Float64Array(m.buffer);
  for (let i = 0; i < 100; i++) {
    const a = 2 ** 27 + 1 + 2 * i;
    const product = BigInt(a) * BigInt(a);
    const rounded = Number(product);
    lanes.set([a, a, a, -a, -rounded, rounded]);
    f();
    const rest = Number(product - BigInt(rounded));
    if (lanes[6] !== rest || lanes[7] !== -rest || rest === 0) return false;
  }
  return true;
}
