/**
 * CryptoNight v0 (`cn_slow_hash`): the memory-hard hash of seed offsets and of the reference's wallet files. It is no method of
 * the kernel, so that neither the scan workers nor the start of the wallet load the four hashes of its last step.
 */
import { finalHash } from './hash/cn-final.ts';
import { kernel } from './kernel.ts';

/** 32 bytes; takes tens of milliseconds. */
export function slowHash(data: Uint8Array): Uint8Array {
  const state = kernel.cnState(data);
  const hash = finalHash(state);
  state.fill(0);
  return hash;
}
