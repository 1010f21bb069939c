/** Constants of the field, the curve and the biased map. */
import { banner, hex64 } from './text.ts';

/** The file of constants: 32 little-endian bytes each. */
export function constantsFile() {
  const p = 2n ** 255n - 19n;
  const l = 2n ** 252n + 27742317777372353535851937790883648493n;
  const pow = (a: bigint, e: bigint) => {
    let out = 1n;
    for (let x = ((a % p) + p) % p; e > 0n; e >>= 1n, x = (x * x) % p) if (e & 1n) out = (out * x) % p;
    return out;
  };
  const i = pow(2n, (p - 1n) / 4n);
  const root = (a: bigint) => {
    const x = pow(a, (p + 3n) / 8n);
    const out = [x, (x * i) % p].find((y) => (y * y - a) % p === 0n);
    if (out === undefined) throw new Error('not a square');
    return out;
  };
  const A = 486662n;
  const d = p - ((121665n * pow(121666n, p - 2n)) % p);
  const words = (value: bigint, n = 4) =>
    Array.from({ length: n }, (_, at) => hex64(value >> BigInt(64 * at))).join(', ');
  const entry = (name: string, comment: string, value: bigint) =>
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
}
