/**
 * CryptoNight v0 (`cn_slow_hash`): the memory-hard hash of seed offsets and of the reference's wallet files. It is no method of
 * the kernel, so that neither the scan workers nor the start of the wallet load the four hashes of its last step.
 */
import { finalHash } from './hash/cn-final.ts';
import type { Steps } from '../base/steps.ts';
import { cnStateInSteps } from './hash/cn-state.ts';
import { kernel } from './kernel.ts';

/** 32 bytes; takes tens of milliseconds. */
export function slowHash(data: Uint8Array): Uint8Array {
  const state = kernel.cnState(data);
  const hash = finalHash(state);
  state.fill(0);
  return hash;
}

/** `slowHash` in steps of a few milliseconds, in all some tens of milliseconds slower. */
export function* slowHashInSteps(data: Uint8Array): Steps<Uint8Array> {
  const state = yield* cnStateInSteps(data);
  const hash = finalHash(state);
  state.fill(0);
  return hash;
}
