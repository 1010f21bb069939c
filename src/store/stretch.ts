/**
 * Argon2id (RFC 9106), version 1.3: a password to 32 bytes. It takes a third of a second and 64 MiB, so the app runs
 * it in a worker of its own; without one it runs here. Vectors: tests/unit/store/crypt.test.ts.
 */
import type { KdfParams } from './header.ts';

export interface StretchQuestion extends KdfParams {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
}
export type Stretch = (question: StretchQuestion) => Promise<Uint8Array>;

/** Computes it in this thread. Loads its code on first use. */
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

let elsewhere: Stretch | undefined;
/** From now on `stretch` does the work. If it fails, this thread does it after all: a password must open its wallet. */
export function stretchElsewhere(stretch: Stretch): void {
  elsewhere = stretch;
}

export const stretch: Stretch = async (question) => {
  if (!elsewhere) return stretchHere(question);
  try {
    return await elsewhere(question);
  } catch {
    return stretchHere(question);
  }
};
