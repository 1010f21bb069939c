/**
 * Montgomery multiplication for the two fields of the tower: 9 signed limbs of 29 bits, 64-bit integers, modulo
 * 2^255 - c with c below 2^128. See src/kernel/assembly/tower/field.ts for the bounds.
 */
import { banner, range } from './text.ts';

const LIMBS = 9;
const BITS = 29;
/** The modulus is limbs 0 to 4, negative in sum, and 2^23 in limb 8. */
const LOW = 5;

const loads = (name: string) =>
  range(LIMBS)
    .map((i) => `  const ${name}${i} = load<i64>(${name}, ${8 * i});`)
    .join('\n');

const column = (k: number, product: (i: number, j: number) => string | undefined) =>
  range(LIMBS)
    .flatMap((i) => (k - i >= 0 && k - i < LIMBS ? [product(i, k - i)] : []))
    .filter((term) => term !== undefined)
    .join(' + ');

const columns = (product: (i: number, j: number) => string | undefined) =>
  range(2 * LIMBS - 1)
    .map((k) => `  let t${k} = ${column(k, product)};`)
    .join('\n');

/** Makes the nine low columns 0, one after the other, and carries the high ones into `out`. */
const reduce = () => {
  const row = (i: number) =>
    [
      `  q = ((t${i} * inv) << ${64 - BITS}) >> ${64 - BITS};`,
      ...range(LOW).map((j) => `  t${i + j} += q * m${j};`),
      `  t${i + LIMBS - 1} += q << 23;`,
      `  t${i + 1} += t${i} >> ${BITS};`,
    ].join('\n');
  const last = (k: number) =>
    k < 2 * LIMBS - 2
      ? `  c = (t${k} + ${2 ** (BITS - 1)}) >> ${BITS}; t${k + 1} += c; store<i64>(out, t${k} - (c << ${BITS}), ${8 * (k - LIMBS)});`
      : `  c = (t${k} + ${2 ** (BITS - 1)}) >> ${BITS}; store<i64>(out, t${k} - (c << ${BITS}), ${8 * (k - LIMBS)}); store<i64>(out, c, ${8 * (LIMBS - 1)});`;
  return `  const inv = load<i64>(modulus, ${8 * LOW});
${range(LOW)
  .map((j) => `  const m${j} = load<i64>(modulus, ${8 * j});`)
  .join('\n')}
  let q: i64, c: i64;
${range(LIMBS).map(row).join('\n')}
${range(LIMBS - 1, LIMBS)
  .map(last)
  .join('\n')}`;
};

export function towerFile() {
  return `${banner('Montgomery products modulo 2^255 - c, on 9 limbs of 29 bits.')}
/** out = a·b/2^261. \`modulus\`: its five low limbs, then -1/modulus mod 2^29. */
export function mul(out: usize, a: usize, b: usize, modulus: usize): void {
${loads('a')}
${loads('b')}
${columns((i, j) => `a${i} * b${j}`)}
${reduce()}
}

/** out = a²/2^261. */
export function sq(out: usize, a: usize, modulus: usize): void {
${loads('a')}
${range(LIMBS - 1)
  .map((i) => `  const d${i} = 2 * a${i};`)
  .join('\n')}
${columns((i, j) => (i === j ? `a${i} * a${i}` : i < j ? `d${i} * a${j}` : undefined))}
${reduce()}
}
`;
}
