/**
 * Skein-512-256 (version 1.3), on bigint words. Upstream: src/crypto/skein.c. Vectors: tests-extra-skein.
 * Speed does not matter here: it runs once per CryptoNight hash, on 200 bytes.
 */
import { bigintToBytes, bytesToBigint, concat, u64le } from '../../base/bytes.ts';

const MASK = 2n ** 64n - 1n;
const BLOCK = 64;
const PARITY = 0x1bd11bdaa9fc1a22n;
const ROTATIONS = [
  [46n, 36n, 19n, 37n],
  [33n, 27n, 14n, 42n],
  [17n, 49n, 36n, 39n],
  [44n, 9n, 54n, 56n],
  [39n, 30n, 34n, 24n],
  [13n, 50n, 10n, 17n],
  [25n, 29n, 39n, 43n],
  [8n, 35n, 56n, 22n],
] as const;
const ORDER = [2, 1, 4, 7, 6, 5, 0, 3] as const;
const TYPE = { config: 4n, message: 48n, output: 63n } as const;

const wordsOf = (bytes: Uint8Array): bigint[] =>
  Array.from({ length: 8 }, (_, i) => bytesToBigint(bytes.subarray(8 * i, 8 * i + 8)));

/** Threefish-512: 72 rounds, a subkey every fourth. */
const threefish = (
  key: readonly bigint[],
  tweak: readonly [bigint, bigint],
  plain: readonly bigint[],
): bigint[] => {
  const keys = [...key, key.reduce((a, b) => a ^ b, PARITY)];
  const tweaks = [...tweak, tweak[0] ^ tweak[1]];
  let v = [...plain];
  const addSubkey = (s: number): void => {
    v = v.map((word, i) => {
      let sum = word + keys[(s + i) % 9]!;
      if (i === 5) sum += tweaks[s % 3]!;
      if (i === 6) sum += tweaks[(s + 1) % 3]!;
      if (i === 7) sum += BigInt(s);
      return sum & MASK;
    });
  };
  for (let round = 0; round < 72; round++) {
    if (round % 4 === 0) addSubkey(round / 4);
    for (let j = 0; j < 4; j++) {
      const distance = ROTATIONS[round % 8]![j]!;
      const sum = (v[2 * j]! + v[2 * j + 1]!) & MASK;
      const turned = ((v[2 * j + 1]! << distance) | (v[2 * j + 1]! >> (64n - distance))) & MASK;
      v[2 * j] = sum;
      v[2 * j + 1] = turned ^ sum;
    }
    v = ORDER.map((from) => v[from]!);
  }
  addSubkey(18);
  return v;
};

/** Unique block iteration: chains `data` into `chain` under one type. */
const ubi = (chain: readonly bigint[], data: Uint8Array, type: bigint): bigint[] => {
  let state = [...chain];
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK));
  for (let i = 0; i < blocks; i++) {
    const part = data.subarray(i * BLOCK, (i + 1) * BLOCK);
    const words = wordsOf(concat(part, new Uint8Array(BLOCK - part.length)));
    const first = i === 0 ? 1n << 62n : 0n;
    const last = i === blocks - 1 ? 1n << 63n : 0n;
    const tweak = [BigInt(i * BLOCK + part.length), first | last | (type << 56n)] as const;
    const out = threefish(state, tweak, words);
    state = out.map((word, j) => word ^ words[j]!);
  }
  return state;
};

/** 32-byte digest of `data`. */
export function skein256(data: Uint8Array): Uint8Array {
  // Schema "SHA3" version 1, output of 256 bits, no tree.
  const config = concat(Uint8Array.of(0x53, 0x48, 0x41, 0x33, 1, 0, 0, 0), u64le(256n), new Uint8Array(16));
  const start = ubi(new Array<bigint>(8).fill(0n), config, TYPE.config);
  const out = ubi(ubi(start, data, TYPE.message), u64le(0n), TYPE.output);
  return concat(...out.slice(0, 4).map((word) => bigintToBytes(word, 8)));
}
