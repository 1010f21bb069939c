/** Parts of generated AssemblyScript that several files share. */

/**
 * `n` numbers from `from` on.
 * @param {number} n
 * @param {number} [from]
 */
export function range(n, from = 0) {
  return Array.from({ length: n }, (_, i) => i + from);
}

/**
 * The head of a generated file.
 * @param {string} what
 */
export function banner(what) {
  return `/** ${what} Written by scripts/tools/build/gen-field.mjs; do not edit. */\n`;
}

/** @param {bigint} value */
export function hex64(value) {
  return `0x${BigInt.asUintN(64, value).toString(16)}`;
}

/**
 * The 64 bits of a double.
 * @param {number} x
 */
export function doubleBits(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0);
}

/**
 * Constants come from memory: one load each, where an immediate would cost three instructions. `use` answers the load
 * of a constant, `declare` the table of all that were used.
 * @param {string} name
 */
export function makePool(name) {
  /** @type {bigint[]} */
  const values = [];
  return {
    use: (/** @type {bigint} */ value) => {
      const bits = BigInt.asUintN(64, value);
      if (!values.includes(bits)) values.push(bits);
      return `v128.load(${name}, ${16 * values.indexOf(bits)})`;
    },
    declare: () =>
      `const ${name}: usize = memory.data<u64>([${values.flatMap((bits) => [hex64(bits), hex64(bits)]).join(', ')}], 16);`,
  };
}
