/** Parts of generated AssemblyScript that several files share. */

/** `n` numbers from `from` on. */
export function range(n: number, from: number = 0) {
  return Array.from({ length: n }, (_, i) => i + from);
}

/** The head of a generated file. */
export function banner(what: string) {
  return `/** ${what} */\n`;
}

export function hex64(value: bigint) {
  return `0x${BigInt.asUintN(64, value).toString(16)}`;
}

/** The 64 bits of a double. */
export function doubleBits(x: number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0);
}

/**
 * Constants come from memory: one load each, where an immediate would cost three instructions. `use` answers the load
 * of a constant, `declare` the table of all that were used.
 */
export function makePool(name: string) {
  const values: bigint[] = [];
  return {
    use: (value: bigint) => {
      const bits = BigInt.asUintN(64, value);
      if (!values.includes(bits)) values.push(bits);
      return `v128.load(${name}, ${16 * values.indexOf(bits)})`;
    },
    declare: () =>
      `const ${name}: usize = memory.data<u64>([${values.flatMap((bits) => [hex64(bits), hex64(bits)]).join(', ')}], 16);`,
  };
}
