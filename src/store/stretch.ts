/**
 * A password to 32 bytes: Argon2id (RFC 9106), version 1.3. It takes a third of a second and 64 MiB, so the app has it
 * done in a worker of its own; where there is none, it is done here. Vectors: tests/unit/store/crypt.test.ts.
 */
import type { KdfParams } from './header.ts';

export interface StretchQuestion extends KdfParams {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
}
export type Stretch = (question: StretchQuestion) => Promise<Uint8Array>;

/** The work itself. Loads its code when it is needed. */
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
/** From now on others do it. What they fail at is done here after all: a password must open its wallet. */
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
