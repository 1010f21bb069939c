/**
 * Groestl-256, the final round (2011) version of the SHA-3 candidate, straight from its specification.
 * Upstream: src/crypto/groestl.c. Vectors: tests-extra-groestl. Speed does not matter here: it runs once per
 * CryptoNight hash, on 200 bytes.
 */
import { SBOX, times8 } from './aes-tables.ts';

const ROUNDS = 10;
const BLOCK = 64; // 8 rows by 8 columns, stored column by column
const SHIFT_P = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const SHIFT_Q = [1, 3, 5, 7, 0, 2, 4, 6] as const;
const MIX = [2, 2, 3, 4, 5, 3, 5, 7] as const;

const addRoundConstant = (state: Uint8Array, round: number, isQ: boolean): void => {
  if (isQ) for (let i = 0; i < BLOCK; i++) state[i]! ^= 0xff;
  for (let column = 0; column < 8; column++) state[column * 8 + (isQ ? 7 : 0)]! ^= (column << 4) ^ round;
};

const permute = (input: Uint8Array, isQ: boolean): Uint8Array => {
  const shift = isQ ? SHIFT_Q : SHIFT_P;
  const state = input.slice();
  const moved = new Uint8Array(BLOCK);
  for (let round = 0; round < ROUNDS; round++) {
    addRoundConstant(state, round, isQ);
    for (let column = 0; column < 8; column++)
      for (let row = 0; row < 8; row++)
        moved[column * 8 + row] = SBOX[state[((column + shift[row]!) & 7) * 8 + row]!]!;
    for (let column = 0; column < 8; column++)
      for (let row = 0; row < 8; row++) {
        let sum = 0;
        for (let i = 0; i < 8; i++) sum ^= times8(moved[column * 8 + i]!, MIX[(i - row) & 7]!);
        state[column * 8 + row] = sum;
      }
  }
  return state;
};

const xorInto = (target: Uint8Array, other: Uint8Array): void => {
  for (let i = 0; i < target.length; i++) target[i]! ^= other[i]!;
};

const pad = (data: Uint8Array): Uint8Array => {
  const blocks = Math.ceil((data.length + 9) / BLOCK);
  const out = new Uint8Array(blocks * BLOCK);
  out.set(data);
  out[data.length] = 0x80;
  new DataView(out.buffer).setUint32(out.length - 4, blocks); // big-endian count of blocks
  return out;
};

/** 32-byte digest of `data`. */
export function groestl256(data: Uint8Array): Uint8Array {
  const padded = pad(data);
  const chain = new Uint8Array(BLOCK);
  chain[62] = 1; // output length, 256, big-endian
  for (let at = 0; at < padded.length; at += BLOCK) {
    const block = padded.subarray(at, at + BLOCK);
    const both = chain.slice();
    xorInto(both, block);
    xorInto(chain, permute(both, false));
    xorInto(chain, permute(block, true));
  }
  xorInto(chain, permute(chain, false));
  return chain.slice(32);
}
