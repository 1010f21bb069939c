/** The AES S-box (FIPS 197), computed instead of typed in: inverse in GF(2^8), then the affine map. */
const rotl8 = (x: number, n: number): number => ((x << n) | (x >>> (8 - n))) & 0xff;

/** Multiplication by 2 in GF(2^8) mod x^8+x^4+x^3+x+1. */
export function double8(x: number): number {
  return ((x << 1) ^ (x & 0x80 ? 0x11b : 0)) & 0xff;
}

/** Product in the same field. */
export function times8(a: number, b: number): number {
  let out = 0;
  let power = a;
  for (let rest = b; rest > 0; rest >>= 1) {
    if (rest & 1) out ^= power;
    power = double8(power);
  }
  return out;
}

const makeSbox = (): Uint8Array => {
  const sbox = new Uint8Array(256);
  // p runs through all non-zero elements as powers of 3, q through their inverses.
  let p = 1;
  let q = 1;
  do {
    p ^= double8(p);
    q = times8(q, 0xf6);
    sbox[p] = q ^ rotl8(q, 1) ^ rotl8(q, 2) ^ rotl8(q, 3) ^ rotl8(q, 4) ^ 0x63;
  } while (p !== 1);
  sbox[0] = 0x63;
  return sbox;
};
export const SBOX = makeSbox();
