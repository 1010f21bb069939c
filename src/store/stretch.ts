/**
 * Argon2id (RFC 9106), version 1.3: derives 32 bytes from a password. It takes a third of a second and 64 MiB, so the
 * app runs it in its own worker; otherwise it runs here. Vectors: tests/unit/store/crypt.test.ts.
 */
import type { KdfParams } from './header.ts';

export interface StretchQuestion extends KdfParams {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
}
export type Stretch = (question: StretchQuestion) => Promise<Uint8Array>;

/** Runs in this thread. Loads the code on first use. */
export const stretchHere: Stretch = async ({ password, salt, memoryKib, passes, lanes }) => {
  const { argon2id } = await import('hash-wasm');
  return argon2id({
    password,
    salt,
    memorySize: memoryKib,
    iterations: passes,
    parallelism: lanes,
    hashLength: 32,
    outputType: 'binary',
  });
};

let stretcher: Stretch | undefined;
/**
 * Sets the function that runs it, for example in a worker. If it fails, this thread computes instead, so that a
 * password always opens its wallet.
 */
export function setStretcher(stretch: Stretch): void {
  stretcher = stretch;
}

export const stretch: Stretch = async (question) => {
  if (!stretcher) return stretchHere(question);
  try {
    return await stretcher(question);
  } catch {
    return stretchHere(question);
  }
};
