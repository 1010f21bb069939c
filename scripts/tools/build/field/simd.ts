/** Multiplication on 12 limbs of 21 and 22 bits in doubles, two lanes, no fused operation needed. */
import { sums } from './sums.ts';
import { banner, doubleBits, makePool, range } from './text.ts';

/** Limb i is a multiple of 2^exponent(i), value and all: products need no shift to line up (Bernstein 2006). */
const exponent = (i: number) => Math.ceil((255 * i) / 12);
const simdPool = makePool('POOL');
const double = (x: number) => simdPool.use(doubleBits(x));
const WRAP = double(19 * 2 ** -255);

/** c = h_k rounded to a multiple of the next limb's unit; it leaves k and joins k + 1 (19 times smaller by 2^255 at 0). */
const roundLimb = (k: number) => {
  const magic = double(1.5 * 2 ** (52 + exponent(k + 1)));
  const into = k === 11 ? `h0 = f64x2.add(h0, f64x2.mul(c, ${WRAP}))` : `h${k + 1} = f64x2.add(h${k + 1}, c)`;
  return `  c = f64x2.sub(f64x2.add(h${k}, ${magic}), ${magic}); h${k} = f64x2.sub(h${k}, c); ${into};`;
};
/** Three chains side by side, then one more step where they met. */
const simdCarry = () =>
  ['  let c: v128;', ...[0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 0].map(roundLimb)].join('\n');
const simdStore = () =>
  range(12)
    .map((k) => `  v128.store(out, h${k}, ${16 * k});`)
    .join('\n');

/** Answers a function that adds a term to column k: the first one begins it. */
const sumInto = () => {
  const seen = new Set<number>();
  return (k: number, term: string) => {
    const name = `h${k}`;
    const line = seen.has(k) ? `  ${name} = f64x2.add(${name}, ${term});` : `  ${name} = ${term};`;
    seen.add(k);
    return line;
  };
};

const simdMul = () => {
  const into = sumInto();
  const lines = range(12).flatMap((i) => [
    `  a = v128.load(f, ${16 * i});`,
    ...(i > 0 ? [`  w = f64x2.mul(a, ${WRAP});`] : []),
    ...range(12).map((j) =>
      into((i + j) % 12, `f64x2.mul(${i + j >= 12 ? 'w' : 'a'}, v128.load(g, ${16 * j}))`),
    ),
  ]);
  return `export function mul(out: usize, f: usize, g: usize): void {
  let a: v128, w: v128, ${range(12)
    .map((k) => `h${k}: v128`)
    .join(', ')};
${lines.join('\n')}
${simdCarry()}
${simdStore()}
}`;
};

const simdSquare = () => {
  const into = sumInto();
  const lines = range(12).flatMap((i) => {
    const out = [`  a = v128.load(f, ${16 * i});`];
    const wraps = (j: number) => i + j >= 12;
    if (wraps(i)) out.push(`  w = f64x2.mul(a, ${WRAP});`);
    out.push(into((2 * i) % 12, `f64x2.mul(a, ${wraps(i) ? 'w' : 'a'})`));
    if (i < 11) {
      out.push('  d = f64x2.add(a, a);');
      if (wraps(11)) out.push(wraps(i) ? '  w = f64x2.add(w, w);' : `  w = f64x2.mul(d, ${WRAP});`);
    }
    for (const j of range(11 - i, i + 1))
      out.push(into((i + j) % 12, `f64x2.mul(${wraps(j) ? 'w' : 'd'}, v128.load(f, ${16 * j}))`));
    return out;
  });
  return `export function sq(out: usize, f: usize): void {
  let a: v128, d: v128, w: v128, ${range(12)
    .map((k) => `h${k}: v128`)
    .join(', ')};
${lines.join('\n')}
${simdCarry()}
${simdStore()}
}`;
};

/** One parallel round of carries, for sums of a few tight elements. */
const simdLoose = () => `export function carry(out: usize, a: usize): void {
${range(12)
  .map((k) => {
    const magic = double(1.5 * 2 ** (52 + exponent(k + 1)));
    return `  const x${k} = v128.load(a, ${16 * k}), c${k} = f64x2.sub(f64x2.add(x${k}, ${magic}), ${magic});`;
  })
  .join('\n')}
${range(12)
  .map((k) => {
    const incoming = k === 0 ? `f64x2.mul(c11, ${WRAP})` : `c${k - 1}`;
    return `  v128.store(out, f64x2.add(f64x2.sub(x${k}, c${k}), ${incoming}), ${16 * k});`;
  })
  .join('\n')}
}`;

/** The file of the build with 128-bit vectors. */
export function simdFile() {
  const title = banner('GF(2^255 - 19) on twelve limbs of 21 and 22 bits in doubles, two lanes.');
  const parts = [simdMul(), simdSquare(), simdLoose(), ...sums('v128', 12, 16)];
  return [title, simdPool.declare(), ...parts].join('\n') + '\n';
}
