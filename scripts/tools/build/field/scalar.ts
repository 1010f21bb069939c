/** Multiplication on 10 limbs of 26 and 25 bits, one lane, 64-bit integers. */
import { sums } from './sums.ts';
import { banner, range } from './text.ts';

/** Factor of limb product i·j: 2 where both limbs have a half bit too many, 19 where the product wraps. */
const twist = (i: number, j: number) => (i & j & 1 ? 2 : 1) * (i + j >= 10 ? 19 : 1);

const scalarCarry = () => {
  const step = (k: number) => {
    const bits = k & 1 ? 25 : 26;
    const next = k === 9 ? `h0 += c * 19;` : `h${k + 1} += c;`;
    return `  c = (h${k} + ${2 ** (bits - 1)}) >> ${bits}; ${next} h${k} -= c << ${bits};`;
  };
  return ['  let c: i64;', ...[0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 9, 0].map(step)].join('\n');
};
const scalarStore = () =>
  range(10)
    .map((k) => `  store<i32>(out, <i32>h${k}, ${4 * k});`)
    .join('\n');

const scalarMul = () => {
  const f = (i: number, j: number) => (i & j & 1 ? `f${i}_2` : `f${i}`);
  const g = (i: number, j: number) => (i + j >= 10 ? `g${j}_19` : `g${j}`);
  const column = (k: number) =>
    range(10)
      .map((i) => ((j) => `${f(i, j)} * ${g(i, j)}`)((k - i + 10) % 10))
      .join(' + ');
  return `export function mul(out: usize, f: usize, g: usize): void {
${range(10)
  .map((i) => `  const f${i}: i64 = load<i32>(f, ${4 * i}), g${i}: i64 = load<i32>(g, ${4 * i});`)
  .join('\n')}
${[1, 3, 5, 7, 9].map((i) => `  const f${i}_2 = f${i} * 2;`).join('\n')}
${range(9, 1)
  .map((i) => `  const g${i}_19 = g${i} * 19;`)
  .join('\n')}
${range(10)
  .map((k) => `  let h${k} = ${column(k)};`)
  .join('\n')}
${scalarCarry()}
${scalarStore()}
}`;
};

const scalarSquare = () => {
  const column = (k: number) => {
    const terms: string[] = [];
    for (let i = 0; i < 10; i++) {
      const j = (k - i + 10) % 10;
      if (i > j) continue;
      const factor = twist(i, j) * (i < j ? 2 : 1);
      // Keep each operand below 2^32: the 19 (and one 2) goes with j, the other 2 with i.
      const right =
        factor % 19 === 0 ? (factor === 76 ? `f${j}_38` : `f${j}_19`) : factor === 4 ? `f${j}_2` : `f${j}`;
      const left = factor === 1 || factor === 19 ? `f${i}` : `f${i}_2`;
      terms.push(`${left} * ${right}`);
    }
    return terms.join(' + ');
  };
  return `export function sq(out: usize, f: usize): void {
${range(10)
  .map((i) => `  const f${i}: i64 = load<i32>(f, ${4 * i});`)
  .join('\n')}
${range(10)
  .map((i) => `  const f${i}_2 = f${i} * 2;`)
  .join('\n')}
${range(5, 5)
  .map((i) => `  const f${i}_19 = f${i} * 19;`)
  .join('\n')}
${[5, 7, 9].map((i) => `  const f${i}_38 = f${i} * 38;`).join('\n')}
${range(10)
  .map((k) => `  let h${k} = ${column(k)};`)
  .join('\n')}
${scalarCarry()}
${scalarStore()}
}`;
};

/** The file of the scalar build. */
export function scalarFile() {
  const title = banner('GF(2^255 - 19) on ten limbs of 26 and 25 bits.');
  return [title, scalarMul(), scalarSquare(), ...sums('i32', 10, 4)].join('\n') + '\n';
}
