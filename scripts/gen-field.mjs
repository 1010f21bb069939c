/**
 * Writes the unrolled inner loops of the kernel (src/kernel/assembly/gen/*.gen.ts): multiplication and squaring in
 * GF(2^255 - 19) for three instruction sets, and Keccak-f[1600] on one and two lanes. The output is committed; run
 * `node scripts/gen-field.mjs` after a change here, `--check` compares. The bounds are in assembly/field/*.ts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const OUT = resolve(import.meta.dirname, '../src/kernel/assembly/gen');
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => i + from);
const banner = (what) => `/** ${what} Written by scripts/gen-field.mjs; do not edit. */\n`;
const hex64 = (value) => `0x${BigInt.asUintN(64, value).toString(16)}`;
const splat = (value) => `i64x2.splat(${hex64(value)})`;

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

// ---- the same limbs, two lanes: vector i holds [limb 2i of lane 0, of lane 1, limb 2i+1 of lane 0, of lane 1] ----

/**
 * Carries in the order of the scalar code on biased, hence non-negative columns (a signed 64-bit shift is slow in
 * SSE). Every column starts with a multiple of its own unit plus half a unit; `bias` below is what is left to add.
 */
const SIMD_ORDER = [0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 9, 0];
const simdCarry = () => {
  const lines = [];
  const bits = (k) => (k & 1 ? 25n : 26n);
  const BIAS = 1n << 61n;
  for (const k of SIMD_ORDER) {
    const half = 1n << (bits(k) - 1n);
    const off = BIAS >> bits(k);
    lines.push(`  t = i64x2.add(h${k}, ${splat(BIAS + half)});`, `  c = i64x2.shr_u(t, ${bits(k)});`);
    const into = k === 9 ? 0 : k + 1;
    if (k === 9) {
      // 19c = 16c + 2c + c
      lines.push(`  c = i64x2.sub(c, ${splat(off)});`);
      lines.push(`  h0 = i64x2.add(h0, i64x2.add(i64x2.add(i64x2.shl(c, 4), i64x2.shl(c, 1)), c));`);
    } else lines.push(`  h${into} = i64x2.add(h${into}, i64x2.sub(c, ${splat(off)}));`);
    lines.push(`  h${k} = i64x2.sub(v128.and(t, ${splat((1n << bits(k)) - 1n)}), ${splat(half)});`);
  }
  return ['  let t: v128, c: v128;', ...lines].join('\n');
};
const simdStore = () =>
  range(5)
    .map((i) => `  v128.store(out, v128.shuffle<i32>(h${2 * i}, h${2 * i + 1}, 0, 2, 4, 6), ${16 * i});`)
    .join('\n');
const swapped = (v) => `v128.shuffle<i32>(${v}, ${v}, 2, 3, 0, 1)`;
const times19 = (v) => `i32x4.mul(${v}, i32x4.splat(19))`;

const simdMul = () => {
  const terms = range(10).map(() => []);
  for (const i of range(5))
    for (const j of range(5)) {
      const low = i + j >= 5 ? '_19' : '';
      const high = i + j >= 4 ? '_19' : '';
      const put = (k, term) => terms[k % 10].push(term);
      put(2 * (i + j), `i64x2.extmul_low_i32x4_s(a${i}, b${j}${low})`);
      put(2 * (i + j) + 1, `i64x2.extmul_low_i32x4_s(a${i}, s${j}${low})`);
      put(2 * (i + j) + 1, `i64x2.extmul_high_i32x4_s(a${i}, s${j}${low})`);
      put(2 * (i + j) + 2, `i64x2.extmul_high_i32x4_s(d${i}, b${j}${high})`);
    }
  const sum = (list) => list.reduce((a, b) => `i64x2.add(${a}, ${b})`);
  return `export function mul(out: usize, f: usize, g: usize): void {
${range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i}), b${i} = v128.load(g, ${16 * i});`)
  .join('\n')}
${range(5)
  .map((i) => `  const d${i} = i32x4.shl(a${i}, 1);`)
  .join('\n')}
${range(5)
  .map((i) => `  const b${i}_19 = ${times19(`b${i}`)};`)
  .join('\n')}
${range(5)
  .map((i) => `  const s${i} = ${swapped(`b${i}`)};`)
  .join('\n')}
${range(4, 1)
  .map((i) => `  const s${i}_19 = ${swapped(`b${i}_19`)};`)
  .join('\n')}
${range(10)
  .map((k) => `  let h${k} = ${sum(terms[k])};`)
  .join('\n')}
${simdCarry()}
${simdStore()}
}`;
};

const simdSquare = () => {
  const terms = range(10).map(() => []);
  // limb p of the value as (vector, half); the products p <= q with factor 1 or 2 from symmetry.
  for (const i of range(5))
    for (const j of range(5, i).filter((x) => x < 5)) {
      const low = i + j >= 5 ? '_19' : '';
      const high = i + j >= 4 ? '_19' : '';
      const a = i < j ? `d${i}` : `a${i}`; // symmetry doubles everything off the diagonal
      const q = i < j ? `q${i}` : `d${i}`; // and odd times odd once more
      const put = (k, term) => terms[k % 10].push(term);
      put(2 * (i + j), `i64x2.extmul_low_i32x4_s(${a}, a${j}${low})`);
      put(2 * (i + j) + 2, `i64x2.extmul_high_i32x4_s(${q}, a${j}${high})`);
      if (i < j) {
        put(2 * (i + j) + 1, `i64x2.extmul_low_i32x4_s(d${i}, s${j}${low})`);
        put(2 * (i + j) + 1, `i64x2.extmul_high_i32x4_s(d${i}, s${j}${low})`);
      } else put(2 * (i + j) + 1, `i64x2.extmul_low_i32x4_s(d${i}, s${j}${low})`);
    }
  const sum = (list) => list.reduce((a, b) => `i64x2.add(${a}, ${b})`);
  return `export function sq(out: usize, f: usize): void {
${range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i});`)
  .join('\n')}
${range(5)
  .map((i) => `  const d${i} = i32x4.shl(a${i}, 1);`)
  .join('\n')}
${range(4)
  .map((i) => `  const q${i} = i32x4.shl(a${i}, 2);`)
  .join('\n')}
${range(3, 2)
  .map((i) => `  const a${i}_19 = ${times19(`a${i}`)};`)
  .join('\n')}
${range(5)
  .map((i) => `  const s${i} = ${swapped(`a${i}`)};`)
  .join('\n')}
${range(2, 3)
  .map((i) => `  const s${i}_19 = ${swapped(`a${i}_19`)};`)
  .join('\n')}
${range(10)
  .map((k) => `  let h${k} = ${sum(terms[k])};`)
  .join('\n')}
${simdCarry()}
${simdStore()}
}`;
};

// ---- 5 limbs of 51 bits in doubles, two lanes, fused multiply-add ----

const doubleBits = (x) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0);
};
const LOW_BITS = doubleBits(1.5 * 2 ** 52);
/** Splitting constants for products up to 2^102: the high part is a multiple of 2^51. */
const TOP = 1.5 * 2 ** 103;
const TOP_BITS = doubleBits(TOP);
const BACK_BITS = doubleBits(TOP + 3 * 2 ** 51);
const BIAS = 1n << 62n;
const UNIT = 1n << 51n;

/** hi and lo of one product, added to columns: the three float operations of Emmart, Zheng and Weems. */
const product = (a, b, low, high) => [
  `  hi = f64x2.relaxed_madd(${a}, ${b}, top);`,
  `  lo = f64x2.relaxed_madd(${a}, ${b}, f64x2.sub(back, hi));`,
  low.first ? `  ${low.name} = lo;` : `  ${low.name} = i64x2.add(${low.name}, lo);`,
  high.first ? `  ${high.name} = hi;` : `  ${high.name} = i64x2.add(${high.name}, hi);`,
];
/** Names each column at its first use. */
const columns = (prefix) => {
  const seen = new Set();
  return (k) => {
    const first = !seen.has(k);
    seen.add(k);
    return { name: `${prefix}${k}`, first };
  };
};
const fold = (k) =>
  `i64x2.add(h${k}, i64x2.add(i64x2.add(i64x2.shl(h${k + 5}, 4), i64x2.shl(h${k + 5}, 1)), h${k + 5}))`;

/** t_k = true columns folded by 19, plus `extra`: the constants of all splits leave in one addition. */
const foldAll = (lowCount, highCount, extra) =>
  range(5)
    .map((k) => {
      const own = (c) => BigInt(lowCount(c)) * LOW_BITS + BigInt(highCount(c)) * TOP_BITS;
      return `  let t${k} = i64x2.add(${fold(k)}, ${splat(extra - own(k) - 19n * own(k + 5))});`;
    })
    .join('\n');

/** From t_k biased by 2^62 + 2^50 to stored doubles: one parallel round of carries. */
const fmaCarryStore = (out = 'out') =>
  `
${range(5)
  .map((k) => `  const c${k} = i64x2.shr_u(t${k}, 51);`)
  .join('\n')}
  const w = i64x2.add(i64x2.add(i64x2.shl(c4, 4), i64x2.shl(c4, 1)), c4);
${range(5)
  .map((k) => {
    const carried = k === 0 ? 19n : 1n;
    const fix = LOW_BITS - (UNIT >> 1n) - carried * (BIAS >> 51n);
    const bits = `i64x2.add(i64x2.add(v128.and(t${k}, mask), ${k === 0 ? 'w' : `c${k - 1}`}), ${splat(fix)})`;
    return `  v128.store(${out}, f64x2.sub(${bits}, one), ${16 * k});`;
  })
  .join('\n')}`;
const fmaConstants = `  const top = ${splat(TOP_BITS)}, back = ${splat(BACK_BITS)};\n  let hi: v128, lo: v128;`;
const carryConstants = `  const mask = ${splat(UNIT - 1n)}, one = ${splat(LOW_BITS)};`;
const rawStore = range(5)
  .map((k) => `  v128.store(out, t${k}, ${16 * k});`)
  .join('\n');

const pairs = (k) => range(5).filter((i) => k - i >= 0 && k - i < 5).length;

/** How many low and high parts meet in column k of the product. */
const lowCount = (k) => (k < 9 ? pairs(k) : 0);
const highCount = (k) => (k > 0 ? pairs(k - 1) : 0);

const fmaMul = (raw) => {
  const h = columns('h');
  const rows = range(5).flatMap((i) => [
    `  a = v128.load(f, ${16 * i});`,
    ...range(5).flatMap((j) => product('a', `v128.load(g, ${16 * j})`, h(i + j), h(i + j + 1))),
  ]);
  return `export function ${raw ? 'mulRaw' : 'mul'}(out: usize, f: usize, g: usize): void {
${fmaConstants}
  let a: v128, ${range(10)
    .map((k) => `h${k}: v128`)
    .join(', ')};
${rows.join('\n')}
${foldAll(lowCount, highCount, raw ? 0n : BIAS + UNIT / 2n)}
${raw ? rawStore : carryConstants + fmaCarryStore()}
}`;
};

/** Squaring: products off the diagonal once, their columns doubled, then the diagonal. */
const fmaSquare = (raw) => {
  const h = columns('h');
  const cross = range(5).flatMap((i) =>
    range(4 - i, i + 1).flatMap((j) => product(`a${i}`, `a${j}`, h(i + j), h(i + j + 1))),
  );
  const double = range(8, 1).map((k) => `  h${k} = i64x2.shl(h${k}, 1);`);
  const diagonal = range(5).flatMap((i) => product(`a${i}`, `a${i}`, h(2 * i), h(2 * i + 1)));
  return `export function ${raw ? 'sqRaw' : 'sq'}(out: usize, f: usize): void {
${fmaConstants}
  let ${range(10)
    .map((k) => `h${k}: v128`)
    .join(', ')};
${range(5)
  .map((i) => `  const a${i} = v128.load(f, ${16 * i});`)
  .join('\n')}
${[...cross, ...double, ...diagonal].join('\n')}
${foldAll(lowCount, highCount, raw ? 0n : BIAS + UNIT / 2n)}
${raw ? rawStore : carryConstants + fmaCarryStore()}
}`;
};

/** Sums of raw columns to four tight elements. Each entry: [target, [sign and source]...]. */
const fmaCombine = (
  name,
  sources,
  targets,
) => `export function ${name}(${[...targets.map(([t]) => t), ...sources].map((x) => `${x}: usize`).join(', ')}): void {
${carryConstants}
${targets
  .map(
    ([target, expr]) => `  {
${range(5)
  .map((k) => `    const t${k} = i64x2.add(${expr(k)}, ${splat(BIAS + UNIT / 2n)});`)
  .join('\n')}
${fmaCarryStore(target)}
  }`,
  )
  .join('\n')}
}`;
const at = (p) => (k) => `v128.load(${p}, ${16 * k})`;
const plus = (x, y) => (k) => `i64x2.add(${x(k)}, ${y(k)})`;
const minus = (x, y) => (k) => `i64x2.sub(${x(k)}, ${y(k)})`;
const [A, B, C, D, S] = ['a', 'b', 'c', 'd', 's'].map(at);
const doubled = (x) => (k) => `i64x2.shl(${x(k)}, 1)`;
/** A double column as an integer. */
const whole = (x) => (k) => `i64x2.sub(f64x2.add(${x(k)}, one), one)`;

const fmaFile = () =>
  [
    banner('GF(2^255 - 19) on five 51-bit limbs in doubles, two lanes, fused multiply-add.'),
    fmaMul(false),
    fmaMul(true),
    fmaSquare(false),
    fmaSquare(true),
    '/** Doubling: a = X², b = Y², c = Z², s = (X+Y)², all raw. */',
    fmaCombine(
      'combineDouble',
      ['a', 'b', 'c', 's'],
      [
        ['e', minus(S, plus(A, B))],
        ['f', minus(plus(doubled(C), A), B)],
        ['g', minus(B, A)],
        ['h', plus(A, B)],
      ],
    ),
    '/** Addition: a, b, c, d raw. */',
    fmaCombine(
      'combineAdd',
      ['a', 'b', 'c', 'd'],
      [
        ['e', minus(B, A)],
        ['f', minus(D, C)],
        ['g', plus(D, C)],
        ['h', plus(B, A)],
      ],
    ),
    '/** Addition of an affine point: d is Z itself, a tight element, and counts twice. */',
    fmaCombine(
      'combineMadd',
      ['a', 'b', 'c', 'd'],
      [
        ['e', minus(B, A)],
        ['f', minus(doubled(whole(D)), C)],
        ['g', plus(doubled(whole(D)), C)],
        ['h', plus(B, A)],
      ],
    ),
  ].join('\n') + '\n';

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
    [banner('GF(2^255 - 19) on ten limbs of 26 and 25 bits.'), scalarMul(), scalarSquare()].join('\n') + '\n',
  'simd.gen.ts':
    [banner('GF(2^255 - 19) on ten limbs of 26 and 25 bits, two lanes.'), simdMul(), simdSquare()].join(
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
    console.error(`${name} is not what scripts/gen-field.mjs writes`);
    process.exitCode = 1;
  }
}
