/**
 * Keccak-256 of megabytes in steps. The kernel copies its input and hashes it at once, which holds the thread for 2 ms a
 * megabyte; this takes several times as long in all.
 */
import { keccak256 } from './hash/keccak.ts';
import type { Steps } from '../base/steps.ts';
import { kernel } from './kernel.ts';

/** Bytes that are hashed in one step. */
const STEP_BYTES = 1 << 18;

/** 32 bytes. `data` must not change meanwhile. */
export function* keccak256InSteps(data: Uint8Array): Steps<Uint8Array> {
  if (data.length <= 2 * STEP_BYTES) return kernel.keccak256(data);
  const hash = keccak256.create();
  for (let at = 0; at < data.length; at += STEP_BYTES) {
    hash.update(data.subarray(at, at + STEP_BYTES));
    yield;
  }
  return hash.digest();
}
