/**
 * Writes the unrolled inner loops of the kernel (src/kernel/assembly/gen/*.gen.ts): multiplication and squaring in
 * GF(2^255 - 19) for three instruction sets, and Keccak-f[1600] on one and two lanes. The output is committed; run
 * `node scripts/tools/build/gen-field.mjs` after a change here, `--check` compares. The bounds are in assembly/field/*.ts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const OUT = resolve(import.meta.dirname, '../../../src/kernel/assembly/gen');
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => i + from);
const banner = (what) => `/** ${what} Written by scripts/tools/build/gen-field.mjs; do not edit. */\n`;
const hex64 = (value) => `0x${BigInt.asUintN(64, value).toString(16)}`;
const splat = (value) => `i64x2.splat(${hex64(value)})`;

// ---- sums, limb by limb, for any limbs ----

/** Straight-line add, sub, both at once, and the sums of a doubling. */
const sums = (type, count, size) => {
  const vector = type === 'v128';
  const plus = (a, b) => (vector ? `f64x2.add(${a}, ${b})` : `${a} + ${b}`);
  const minus = (a, b) => (vector ? `f64x2.sub(${a}, ${b})` : `${a} - ${b}`);
  const load = (p, k) => (vector ? `v128.load(${p}, ${size * k})` : `load<${type}>(${p}, ${size * k})`);
  const store = (p, value, k) =>
    vector ? `v128.store(${p}, ${value}, ${size * k});` : `store<${type}>(${p}, ${value}, ${size * k});`;
  const each = (line) => range(count).map(line).join('\n');
  return [
    `export function add(out: usize, a: usize, b: usize): void {
${each((k) => `  ${store('out', plus(load('a', k), load('b', k)), k)}`)}
}`,
    `export function sub(out: usize, a: usize, b: usize): void {
${each((k) => `  ${store('out', minus(load('a', k), load('b', k)), k)}`)}
}`,
    `/** sum = a + b and difference = a - b; neither may be a or b. */
export function addSub(sum: usize, difference: usize, a: usize, b: usize): void {
  let x: ${type}, y: ${type};
${each((k) => `  x = ${load('a', k)}; y = ${load('b', k)}; ${store('sum', plus('x', 'y'), k)} ${store('difference', minus('x', 'y'), k)}`)}
}`,
    `/** e = s - (a + b), f = 2c - (b - a), g = b - a, h = a + b; e may be s and f may be c. */
export function doubleSums(e: usize, f: usize, g: usize, h: usize, a: usize, b: usize, c: usize, s: usize): void {
  let x: ${type}, y: ${type}, z: ${type}, p: ${type}, q: ${type};
${each(
  (k) => `  x = ${load('a', k)}; y = ${load('b', k)}; z = ${load('c', k)};
  p = ${plus('x', 'y')}; q = ${minus('y', 'x')};
  ${store('e', minus(load('s', k), 'p'), k)}
  ${store('f', minus(`${vector ? plus('z', 'z') : '(z << 1)'}`, 'q'), k)}
  ${store('g', 'q', k)} ${store('h', 'p', k)}`,
)}
}`,
  ];
};

// ---- 10 limbs of 26 and 25 bits, one lane, 64-bit integers ----

/** Factor of limb product i·j: 2 where both limbs have a half bit too many, 19 where the product wraps. */
const twist = (i, j) => (i & j & 1 ? 2 : 1) * (i + j >= 10 ? 19 : 1);

const scalarCarry = () => {
  const step = (k) => {
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
  const f = (i, j) => (i & j & 1 ? `f${i}_2` : `f${i}`);
  const g = (i, j) => (i + j >= 10 ? `g${j}_19` : `g${j}`);
  const column = (k) =>
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
  const column = (k) => {
    const terms = [];
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

const doubleBits = (x) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0);
};
/** Constants come from memory: one load each, where an immediate would cost three instructions. */
const makePool = (name) => {
  const values = [];
  return {
    use(value) {
      const bits = BigInt.asUintN(64, value);
      if (!values.includes(bits)) values.push(bits);
      return `v128.load(${name}, ${16 * values.indexOf(bits)})`;
    },
    declare: () =>
      `const ${name}: usize = memory.data<u64>([${values.flatMap((bits) => [hex64(bits), hex64(bits)]).join(', ')}], 16);`,
  };
};
// ---- 12 limbs of 21 and 22 bits in doubles, two lanes, no fused operation needed ----

/** Limb i is a multiple of 2^exponent(i), value and all: products need no shift to line up (Bernstein 2006). */
const exponent = (i) => Math.ceil((255 * i) / 12);
const simdPool = makePool('POOL');
const double = (x) => simdPool.use(doubleBits(x));
const WRAP = double(19 * 2 ** -255);

/** c = h_k rounded to a multiple of the next limb's unit; it leaves k and joins k + 1 (19 times smaller by 2^255 at 0). */
const roundLimb = (k) => {
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

const sumInto = (columnOf) => {
  const seen = new Set();
  return (k, term) => {
    const name = columnOf(k);
    const line = seen.has(k) ? `  ${name} = f64x2.add(${name}, ${term});` : `  ${name} = ${term};`;
    seen.add(k);
    return line;
  };
};

const simdMul = () => {
  const into = sumInto((k) => `h${k}`);
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
  const into = sumInto((k) => `h${k}`);
  const lines = range(12).flatMap((i) => {
    const out = [`  a = v128.load(f, ${16 * i});`];
    const wraps = (j) => i + j >= 12;
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

const simdFile = () => {
  const parts = [simdMul(), simdSquare(), simdLoose(), ...sums('v128', 12, 16)];
  return [simdPool.declare(), ...parts];
};

// ---- 5 limbs of 51 bits in doubles, two lanes, fused multiply-add ----

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
const columnwise = (groups, finish) => {
  const open = new Set();
  const addTo = (k, part) => {
    const line = open.has(k) ? `  h${k} = i64x2.add(h${k}, ${part});` : `  h${k} = ${part};`;
    open.add(k);
    return line;
  };
  const lines = [];
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
const leftover = (groups) => (k) => {
  const count = (c) => BigInt(groups[c]?.length ?? 0);
  const own = (c) => count(c) * LOW_BITS + count(c - 1) * TOP_BITS;
  return own(k) + 19n * own(k + 5);
};
const times19wide = (x) => `i64x2.add(i64x2.add(i64x2.shl(${x}, 4), i64x2.shl(${x}, 1)), ${x})`;
const folded = (k) => `i64x2.add(h${k}, ${times19wide(`h${k + 5}`)})`;
const HALF_BIAS = BIAS + UNIT / 2n;

/** From t_k biased by 2^61 + 2^50 to stored doubles: one parallel round of carries. */
const fmaCarryStore = (out = 'out', t = 't') => {
  const limb = (k) => {
    const carried = k === 0 ? 19n : 1n;
    const fix = fmaPool.use(LOW_BITS - (UNIT >> 1n) - carried * (BIAS >> 51n));
    // The last carry is below 2^11, so 16-bit lanes hold 19 times it.
    const carry = (j) => `i64x2.shr_u(${t}${j}, 51)`;
    const incoming = k === 0 ? `i16x8.mul(${carry(4)}, ${fmaPool.use(19n)})` : carry(k - 1);
    const bits = `i64x2.add(i64x2.add(v128.and(${t}${k}, mask), ${fix}), ${incoming})`;
    return `  v128.store(${out}, f64x2.sub(${bits}, one), ${16 * k});`;
  };
  return range(5).map(limb).join('\n');
};
const carryConstants = () => `  const mask = ${fmaPool.use(UNIT - 1n)}, one = ${fmaPool.use(LOW_BITS)};`;

/** One product function: `raw` stores folded columns with their leftovers, else carries and stores doubles. */
const fmaProduct = (name, parameters, loads, groups, raw) => {
  const finish = (k) =>
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

const mulTerms = range(9).map((k) =>
  range(5)
    .filter((i) => k - i >= 0 && k - i < 5)
    .map((i) => `a${i}, v128.load(g, ${16 * (k - i)})`),
);
const mulLoads = range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i});`)
  .join('\n');
const single = mulTerms.map((terms) => terms.map((term) => [term]));
const paired = mulTerms.map((terms) =>
  range(Math.ceil(terms.length / 2)).map((i) => terms.slice(2 * i, 2 * i + 2)),
);

/** Squares: off the diagonal 2a·b counts as much as two products, so it groups with a diagonal one only. */
const squareGroups = range(9).map((k) => {
  const cross = range(5)
    .filter((i) => k - i > i && k - i < 5)
    .map((i) => [`d${i}, a${k - i}`]);
  if (k % 2 === 1) return cross;
  const diagonal = `a${k / 2}, a${k / 2}`;
  return cross.length === 0 ? [[diagonal]] : [[...cross[0], diagonal], ...cross.slice(1)];
});
const squareLoads = range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i})${i < 4 ? `, d${i} = f64x2.add(a${i}, a${i})` : ''};`)
  .join('\n');

/**
 * Sums of raw columns to four tight elements. A target is [name, expression of column k, leftovers in it, what else to
 * take off]; its expression may use the biased columns `<name>k` of targets before it (each brings HALF_BIAS along).
 */
const fmaCombine = (name, sources, groups, targets) => {
  const columnsOf = ([target, expression, leftovers, extra = 0n]) =>
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
const at = (p) => (k) => `v128.load(${p}, ${16 * k})`;
const plus = (x, y) => (k) => `i64x2.add(${x(k)}, ${y(k)})`;
const minus = (x, y) => (k) => `i64x2.sub(${x(k)}, ${y(k)})`;
const [A, B, C, D, S] = ['a', 'b', 'c', 'd', 's'].map(at);
const doubled = (x) => (k) => `i64x2.shl(${x(k)}, 1)`;
/** A double column as an integer plus the bits of 1.5·2^52. */
const asBits = (x) => (k) => `f64x2.add(${x(k)}, one)`;

const fmaFile = () => {
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
};

// ---- Keccak-f[1600] ----

const keccak = (lanes) => {
  const vector = lanes === 2;
  const T = vector ? 'v128' : 'u64';
  const xor = (a, b) => (vector ? `v128.xor(${a}, ${b})` : `(${a} ^ ${b})`);
  const andnot = (a, b) => (vector ? `v128.andnot(${b}, ${a})` : `(~${a} & ${b})`); // ~a & b
  const rol = (x, n) =>
    n === 0
      ? x
      : vector
        ? `v128.or(i64x2.shl(${x}, ${n}), i64x2.shr_u(${x}, ${64 - n}))`
        : `rotl<u64>(${x}, ${n})`;
  const size = 8 * lanes;
  const read = (i) => (vector ? `v128.load(state, ${size * i})` : `load<u64>(state, ${size * i})`);
  const write = (i) =>
    vector ? `v128.store(state, s${i}, ${size * i});` : `store<u64>(state, s${i}, ${size * i});`;
  // rho offsets and pi targets, walked as the specification does
  const rho = range(25).fill(0);
  for (let t = 0, x = 1, y = 0; t < 24; t++) {
    rho[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const body = [];
  for (const x of range(5))
    body.push(`const c${x} = ${[1, 2, 3, 4].reduce((a, y) => xor(a, `s${x + 5 * y}`), `s${x}`)};`);
  for (const x of range(5)) body.push(`const d${x} = ${xor(`c${(x + 4) % 5}`, rol(`c${(x + 1) % 5}`, 1))};`);
  for (const x of range(5))
    for (const y of range(5)) {
      const target = y + 5 * ((2 * x + 3 * y) % 5);
      body.push(`const b${target} = ${rol(`(${xor(`s${x + 5 * y}`, `d${x}`)})`, rho[x + 5 * y])};`);
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

// ---- constants ----

const constants = () => {
  const p = 2n ** 255n - 19n;
  const l = 2n ** 252n + 27742317777372353535851937790883648493n;
  const pow = (a, e) => {
    let out = 1n;
    for (let x = ((a % p) + p) % p; e > 0n; e >>= 1n, x = (x * x) % p) if (e & 1n) out = (out * x) % p;
    return out;
  };
  const i = pow(2n, (p - 1n) / 4n);
  const root = (a) => {
    const x = pow(a, (p + 3n) / 8n);
    const out = [x, (x * i) % p].find((y) => (y * y - a) % p === 0n);
    if (out === undefined) throw new Error('not a square');
    return out;
  };
  const A = 486662n;
  const d = p - ((121665n * pow(121666n, p - 2n)) % p);
  const words = (value, n = 4) =>
    Array.from({ length: n }, (_, at) => hex64(value >> BigInt(64 * at))).join(', ');
  const entry = (name, comment, value) =>
    `/** ${comment} */\nexport const ${name}: usize = memory.data<u64>([${words(value)}]);`;
  return (
    [
      banner('Constants of the field, the curve and the biased map, 32 little-endian bytes each.'),
      entry('D_BYTES', 'd = -121665/121666', d),
      entry('D2_BYTES', '2d', (2n * d) % p),
      entry('I_BYTES', 'A square root of -1.', i),
      entry('G_BYTES', 'The base point, compressed.', (4n * pow(5n, p - 2n)) % p),
      entry(
        'H_BYTES',
        'The generator for amounts, compressed.',
        0x941f9cd30d3a172ca9cf5441d551726cead0adf19fdcea2aaf9937157059658bn,
      ),
      entry('ONE_BYTES', '1, and the identity.', 1n),
      entry('A_BYTES', 'A = 486662 of the Montgomery form.', A),
      entry('MAP1_BYTES', 'sqrt(-2A(A+2))', root(p - ((2n * A * (A + 2n)) % p))),
      entry('MAP2_BYTES', 'sqrt(2A(A+2))', root((2n * A * (A + 2n)) % p)),
      entry('MAP3_BYTES', 'sqrt(-i·A(A+2))', root(p - ((i * A * (A + 2n)) % p))),
      entry('MAP4_BYTES', 'sqrt(i·A(A+2))', root((i * A * (A + 2n)) % p)),
      entry('L_BYTES', 'The order l of the prime subgroup.', l),
      entry('L_MINUS_2_BYTES', 'l - 2', l - 2n),
      `/** floor(2^512 / l), five 64-bit words. */\nexport const MU_BYTES: usize = memory.data<u64>([${words(2n ** 512n / l, 5)}]);`,
    ].join('\n') + '\n'
  );
};

const files = {
  'constants.gen.ts': constants(),
  'scalar.gen.ts':
    [
      banner('GF(2^255 - 19) on ten limbs of 26 and 25 bits.'),
      scalarMul(),
      scalarSquare(),
      ...sums('i32', 10, 4),
    ].join('\n') + '\n',
  'simd.gen.ts':
    [banner('GF(2^255 - 19) on twelve limbs of 21 and 22 bits in doubles, two lanes.'), ...simdFile()].join(
      '\n',
    ) + '\n',
  'fma.gen.ts': fmaFile(),
  'keccak.gen.ts':
    [banner('Keccak-f[1600] on one and on two states.'), keccakConstants(), keccak(1), keccak(2)].join('\n') +
    '\n',
};

mkdirSync(OUT, { recursive: true });
const check = process.argv.includes('--check');
for (const [name, text] of Object.entries(files)) {
  const path = resolve(OUT, name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${name} is not what scripts/tools/build/gen-field.mjs writes`);
    process.exitCode = 1;
  }
}
