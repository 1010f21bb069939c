/** Multiplication on 5 limbs of 51 bits in doubles, two lanes, fused multiply-add. */
import { sums } from './sums.ts';
import { banner, doubleBits, makePool, range } from './text.ts';

/** One product, or two that share a pair of parts. */
type Group = readonly [string] | readonly [string, string];
/** The groups of each column. */
type Groups = readonly (readonly Group[])[];
/** The expression of column k. */
type Column = (k: number) => string;
/** See fmaCombine. */
type Target = readonly [string, Column, bigint, bigint?];

const LOW_BITS = doubleBits(1.5 * 2 ** 52);
/** Splitting constants for products up to 2^102: the high part is a multiple of 2^51. */
const TOP = 1.5 * 2 ** 103;
const TOP_BITS = doubleBits(TOP);
const BACK_BITS = doubleBits(TOP + 3 * 2 ** 51);
const BIAS = 1n << 61n;
const UNIT = 1n << 51n;

const fmaPool = makePool('POOL');

/**
 * Products column by column, so that few columns are open at a time. `groups[k]` lists the groups of column k; a group
 * of two products shares one pair of parts: their high parts chain through the accumulator of the fused operation,
 * their low parts add up as doubles. Two high parts must stay within 2^102 together, so only tight operands group.
 * Column k + 5 folds into column k as soon as it is complete; `finish` gives the line that names t_k.
 */
const columnwise = (groups: Groups, finish: (k: number) => string) => {
  const open = new Set<number>();
  const addTo = (k: number, part: string) => {
    const line = open.has(k) ? `  h${k} = i64x2.add(h${k}, ${part});` : `  h${k} = ${part};`;
    open.add(k);
    return line;
  };
  const lines: string[] = [];
  for (const k of range(10)) {
    for (const [first, second] of groups[k] ?? []) {
      lines.push(
        `  hi = f64x2.relaxed_madd(${first}, ${fmaPool.use(TOP_BITS)});`,
        `  lo = f64x2.relaxed_madd(${first}, f64x2.sub(back, hi));`,
      );
      if (second)
        lines.push(
          `  sum = f64x2.relaxed_madd(${second}, hi);`,
          `  lo = f64x2.add(lo, f64x2.relaxed_madd(${second}, f64x2.sub(hi, sum)));`,
        );
      lines.push(addTo(k, 'lo'), addTo(k + 1, second ? 'sum' : 'hi'));
    }
    if (k >= 5) lines.push(finish(k - 5));
  }
  return lines.join('\n');
};

/** What the splitting constants leave in folded column k, given how many groups each column has. */
const leftover = (groups: Groups) => (k: number) => {
  const count = (c: number) => BigInt(groups[c]?.length ?? 0);
  const own = (c: number) => count(c) * LOW_BITS + count(c - 1) * TOP_BITS;
  return own(k) + 19n * own(k + 5);
};
const times19wide = (x: string) => `i64x2.add(i64x2.add(i64x2.shl(${x}, 4), i64x2.shl(${x}, 1)), ${x})`;
const folded = (k: number) => `i64x2.add(h${k}, ${times19wide(`h${k + 5}`)})`;
const HALF_BIAS = BIAS + UNIT / 2n;

/** From t_k biased by 2^61 + 2^50 to stored doubles: one parallel round of carries. */
const fmaCarryStore = (out = 'out', t = 't') => {
  const limb = (k: number) => {
    const carried = k === 0 ? 19n : 1n;
    const fix = fmaPool.use(LOW_BITS - (UNIT >> 1n) - carried * (BIAS >> 51n));
    // The last carry is below 2^11, so 16-bit lanes hold 19 times it.
    const carry = (j: number) => `i64x2.shr_u(${t}${j}, 51)`;
    const incoming = k === 0 ? `i16x8.mul(${carry(4)}, ${fmaPool.use(19n)})` : carry(k - 1);
    const bits = `i64x2.add(i64x2.add(v128.and(${t}${k}, mask), ${fix}), ${incoming})`;
    return `  v128.store(${out}, f64x2.sub(${bits}, one), ${16 * k});`;
  };
  return range(5).map(limb).join('\n');
};
const carryConstants = () => `  const mask = ${fmaPool.use(UNIT - 1n)}, one = ${fmaPool.use(LOW_BITS)};`;

/**
 * One product function: `raw` stores folded columns with their leftovers, else carries and stores doubles.
 */
const fmaProduct = (name: string, parameters: string, loads: string, groups: Groups, raw: boolean) => {
  const finish = (k: number) =>
    raw
      ? `  v128.store(out, ${folded(k)}, ${16 * k});`
      : `  const t${k} = i64x2.add(${folded(k)}, ${fmaPool.use(HALF_BIAS - leftover(groups)(k))});`;
  return `export function ${name}(out: usize, ${parameters}): void {
  const back = ${fmaPool.use(BACK_BITS)};
  let hi: v128, lo: v128${groups.flat().some((group) => group.length > 1) ? ', sum: v128' : ''};
  let ${range(10)
    .map((k) => `h${k}: v128`)
    .join(', ')};
${loads}
${columnwise(groups, finish)}
${raw ? '' : `${[carryConstants(), fmaCarryStore()].join('\n')}\n`}}`;
};

const groupOf = ([first = '', second]: readonly string[]): Group =>
  second === undefined ? [first] : [first, second];
const mulTerms = range(9).map((k) =>
  range(5)
    .filter((i) => k - i >= 0 && k - i < 5)
    .map((i) => `a${i}, v128.load(g, ${16 * (k - i)})`),
);
const mulLoads = range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i});`)
  .join('\n');
const single: Groups = mulTerms.map((terms) => terms.map((term) => [term]));
const paired: Groups = mulTerms.map((terms) =>
  range(Math.ceil(terms.length / 2)).map((i) => groupOf(terms.slice(2 * i, 2 * i + 2))),
);

/** Squares: off the diagonal 2a·b counts as much as two products, so it groups with a diagonal one only. */
const squareGroups: Groups = range(9).map((k) => {
  const cross: readonly Group[] = range(5)
    .filter((i) => k - i > i && k - i < 5)
    .map((i) => [`d${i}, a${k - i}`]);
  if (k % 2 === 1) return cross;
  const diagonal = `a${k / 2}, a${k / 2}`;
  const [first, ...rest] = cross;
  return first === undefined ? [[diagonal]] : [[first[0], diagonal], ...rest];
});
const squareLoads = range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i})${i < 4 ? `, d${i} = f64x2.add(a${i}, a${i})` : ''};`)
  .join('\n');

/**
 * Sums of raw columns to four tight elements. A target is [name, expression of column k, leftovers in it, what else to
 * take off]; its expression may use the biased columns `<name>k` of targets before it (each brings HALF_BIAS along).
 */
const fmaCombine = (name: string, sources: readonly string[], groups: Groups, targets: readonly Target[]) => {
  const columnsOf = ([target, expression, leftovers, extra = 0n]: Target) =>
    range(5).map((k) => {
      const constant = HALF_BIAS - leftovers * leftover(groups)(k) - extra;
      return `  const ${target}${k} = i64x2.add(${expression(k)}, ${fmaPool.use(constant)});`;
    });
  const parameters = [...targets.map(([target]) => target), ...sources];
  return `export function ${name}(${parameters.map((x) => `${x}: usize`).join(', ')}): void {
${carryConstants()}
${targets.map((target) => [...columnsOf(target), fmaCarryStore(target[0], target[0])].join('\n')).join('\n')}
}`;
};
/** Column k of an element in memory. */
const at =
  (p: string): Column =>
  (k) =>
    `v128.load(${p}, ${16 * k})`;
const plus =
  (x: Column, y: Column): Column =>
  (k) =>
    `i64x2.add(${x(k)}, ${y(k)})`;
const minus =
  (x: Column, y: Column): Column =>
  (k) =>
    `i64x2.sub(${x(k)}, ${y(k)})`;
const [A, B, C, D, S] = [at('a'), at('b'), at('c'), at('d'), at('s')];
const doubled =
  (x: Column): Column =>
  (k) =>
    `i64x2.shl(${x(k)}, 1)`;
/** A double column as an integer plus the bits of 1.5·2^52. */
const asBits =
  (x: Column): Column =>
  (k) =>
    `f64x2.add(${x(k)}, one)`;

/** The file of the build with the fused multiply-add. */
export function fmaFile() {
  const parts = [
    '/** Loose by tight. */',
    fmaProduct('mul', 'f: usize, g: usize', mulLoads, single, false),
    '/** Tight by tight. */',
    fmaProduct('mulTight', 'f: usize, g: usize', mulLoads, paired, false),
    '/** Loose by tight, columns before the carry. */',
    fmaProduct('mulRaw', 'f: usize, g: usize', mulLoads, single, true),
    fmaProduct('sq', 'f: usize', squareLoads, squareGroups, false),
    fmaProduct('sqRaw', 'f: usize', squareLoads, squareGroups, true),
    '/** Doubling: a = X², b = Y², c = Z², s = (X+Y)², all from sqRaw. */',
    fmaCombine('combineDouble', ['a', 'b', 'c', 's'], squareGroups, [
      ['g', minus(B, A), 0n],
      ['h', plus(A, B), 2n],
      ['e', minus(S, (k) => `h${k}`), 1n, -HALF_BIAS],
      ['f', minus(doubled(C), (k) => `g${k}`), 2n, -HALF_BIAS],
    ]),
    '/** Addition: a, b, c, d from mulRaw. */',
    fmaCombine('combineAdd', ['a', 'b', 'c', 'd'], single, [
      ['e', minus(B, A), 0n],
      ['f', minus(D, C), 0n],
      ['g', plus(D, C), 2n],
      ['h', plus(B, A), 2n],
    ]),
    '/** Addition of an affine point: d is Z itself, a tight element, and counts twice. */',
    fmaCombine('combineMadd', ['a', 'b', 'c', 'd'], single, [
      ['e', minus(B, A), 0n],
      ['f', minus(doubled(asBits(D)), C), -1n, 2n * LOW_BITS],
      ['g', plus(doubled(asBits(D)), C), 1n, 2n * LOW_BITS],
      ['h', plus(B, A), 2n],
    ]),
  ];
  const title = banner('GF(2^255 - 19) on five 51-bit limbs in doubles, two lanes, fused multiply-add.');
  return [title, fmaPool.declare(), ...parts, ...sums('v128', 5, 16).slice(0, 3)].join('\n') + '\n';
}
