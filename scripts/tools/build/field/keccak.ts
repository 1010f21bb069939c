/** Keccak-f[1600], unrolled, on one and on two lanes. */
import { banner, hex64, range } from './text.ts';

const keccak = (lanes: 1 | 2) => {
  const vector = lanes === 2;
  const T = vector ? 'v128' : 'u64';
  const xor = (a: string, b: string) => (vector ? `v128.xor(${a}, ${b})` : `(${a} ^ ${b})`);
  const andnot = (a: string, b: string) => (vector ? `v128.andnot(${b}, ${a})` : `(~${a} & ${b})`); // ~a & b
  const rol = (x: string, n: number) =>
    n === 0
      ? x
      : vector
        ? `v128.or(i64x2.shl(${x}, ${n}), i64x2.shr_u(${x}, ${64 - n}))`
        : `rotl<u64>(${x}, ${n})`;
  const size = 8 * lanes;
  const read = (i: number) => (vector ? `v128.load(state, ${size * i})` : `load<u64>(state, ${size * i})`);
  const write = (i: number) =>
    vector ? `v128.store(state, s${i}, ${size * i});` : `store<u64>(state, s${i}, ${size * i});`;
  // rho offsets and pi targets, walked as the specification does
  const rho = new Map([[0, 0]]);
  for (let t = 0, x = 1, y = 0; t < 24; t++) {
    rho.set(x + 5 * y, (((t + 1) * (t + 2)) / 2) % 64);
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const body: string[] = [];
  for (const x of range(5))
    body.push(`const c${x} = ${[1, 2, 3, 4].reduce((a, y) => xor(a, `s${x + 5 * y}`), `s${x}`)};`);
  for (const x of range(5)) body.push(`const d${x} = ${xor(`c${(x + 4) % 5}`, rol(`c${(x + 1) % 5}`, 1))};`);
  for (const x of range(5))
    for (const y of range(5)) {
      const target = y + 5 * ((2 * x + 3 * y) % 5);
      body.push(`const b${target} = ${rol(`(${xor(`s${x + 5 * y}`, `d${x}`)})`, rho.get(x + 5 * y) ?? 0)};`);
    }
  for (const y of range(5))
    for (const x of range(5)) {
      const i = x + 5 * y;
      body.push(`s${i} = ${xor(`b${i}`, andnot(`b${((x + 1) % 5) + 5 * y}`, `b${((x + 2) % 5) + 5 * y}`))};`);
    }
  const constant = `load<u64>(KECCAK_ROUNDS + (round << 3))`;
  body.push(`s0 = ${xor('s0', vector ? `i64x2.splat(${constant})` : constant)};`);
  return `export function keccakF${lanes}(state: usize): void {
${range(25)
  .map((i) => `  let s${i}: ${T} = ${read(i)};`)
  .join('\n')}
  for (let round: usize = 0; round < 24; round++) {
${body.map((line) => `    ${line}`).join('\n')}
  }
${range(25)
  .map((i) => `  ${write(i)}`)
  .join('\n')}
}`;
};

const keccakConstants = () => {
  // The LFSR of the specification.
  let lfsr = 1;
  const bit = () => {
    const out = lfsr & 1;
    lfsr = lfsr & 0x80 ? ((lfsr << 1) ^ 0x171) & 0xff : lfsr << 1;
    return out;
  };
  // lfsr yields x^t mod p; bit 0 of it is what counts
  const constants = range(24).map(() => {
    let value = 0n;
    for (let j = 0; j < 7; j++) if (bit()) value |= 1n << ((1n << BigInt(j)) - 1n);
    return value;
  });
  return `export const KECCAK_ROUNDS: usize = memory.data<u64>([${constants.map(hex64).join(', ')}]);`;
};

/** The file of Keccak. */
export function keccakFile() {
  const title = banner('Keccak-f[1600] on one and on two states.');
  return [title, keccakConstants(), keccak(1), keccak(2)].join('\n') + '\n';
}
