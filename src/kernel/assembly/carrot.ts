/**
 * Outputs of Carrot whose view tag of three bytes matches. The twin is `taggedOutputs` in
 * src/wallet/scan/find-carrot.ts. Upstream: `make_carrot_view_tag` in src/carrot_core/enote_utils.cpp of
 * monero-project/monero, pull request 9559 at c7b6ee459.
 */
import { beginKeyed, endKeyed, wipeHash } from './blake2b';

/** The length of the domain separator, then itself: "Carrot view tag". */
const NAME0: u64 = 0x20746f727261430f;
const NAME1: u64 = 0x6761742077656976;
const NAME_SIZE: usize = 16;
const CONTEXT_SIZE: usize = 33;
const KEY_AT: usize = NAME_SIZE + CONTEXT_SIZE;
const HASHED: u64 = KEY_AT + 32;
const TAG_SIZE: u64 = 3;
const TAG_MASK: u64 = 0xffffff;

const BLOCK: usize = memory.data(128, 16);
const STATE: usize = memory.data(64, 16);

/** Kinds of contexts: none, of a coinbase at a height, of a transaction whose first key image is at a position. */
export const NO_CONTEXT: u32 = 0;
export const COINBASE: u32 = 1;
export const INPUT: u32 = 2;

/** "C" and the height in 32 bytes, or "R" and the key image. `context`: a kind and its value, u32 each. */
function putContext(bytes: usize, context: usize): void {
  const to = BLOCK + NAME_SIZE;
  const value = load<u32>(context, 4);
  if (load<u32>(context) === INPUT) {
    store<u8>(to, 0x52);
    memory.copy(to + 1, bytes + value, 32);
  } else {
    store<u8>(to, 0x43);
    memory.fill(to + 1, 0, 32);
    store<u32>(to, value, 1);
  }
}

/**
 * Transaction and output of each match, in chain order; answers how many. `rows`, `outs` and `contexts` as `skimBlocks`
 * writes them (skim.ts); `secrets`: those of the key exchanges, 32 bytes each. The outputs of a transaction have one
 * exchange each; those after the last one share it.
 */
export function keepTagged(
  bytes: usize,
  rows: usize,
  txCount: u32,
  outs: usize,
  contexts: usize,
  secrets: usize,
  txIndex: usize,
  output: usize,
): u32 {
  let kept: usize = 0;
  store<u64>(BLOCK, NAME0);
  store<u64>(BLOCK, NAME1, 8);
  for (let s: u32 = 0; s < txCount; s++) {
    const row = rows + (s << 4);
    const first = load<u32>(row, 12);
    const exchanges = load<u32>(row, 28) - first;
    if (exchanges === 0) continue;
    putContext(bytes, contexts + (s << 3));
    const firstOut = load<u32>(row, 8);
    const made = load<u32>(row, 24) - firstOut;
    for (let o: u32 = 0; o < made; o++) {
      if (o < exchanges) beginKeyed(STATE, TAG_SIZE, secrets + ((<usize>(first + o)) << 5));
      const key = bytes + load<u32>(outs + ((<usize>(firstOut + o)) << 3));
      memory.copy(BLOCK + KEY_AT, key, 32);
      const tag = endKeyed(STATE, BLOCK, HASHED) & TAG_MASK;
      if (tag !== ((<u64>load<u16>(key, 32)) | ((<u64>load<u8>(key, 34)) << 16))) continue;
      const to = kept++ << 2;
      store<u32>(txIndex + to, s);
      store<u32>(output + to, o);
    }
  }
  memory.fill(BLOCK, 0, 128);
  memory.fill(STATE, 0, 64);
  wipeHash();
  return <u32>kept;
}
