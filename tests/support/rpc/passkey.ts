/** A passkey of the fixture's wallet. What an authenticator answers is made up: 32 bytes of one value. */
import type { RpcSession } from './fixture.ts';
import { PASSWORD } from './fixture.ts';

export const CREDENTIAL: Uint8Array = Uint8Array.from({ length: 20 }, (_, i) => i);
export const SALT: Uint8Array = new Uint8Array(32).fill(5);

/** A new copy each time, since the wallet overwrites it. */
export function answer(byte = 1): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

/** Adds a passkey that answers `answer()`. */
export async function addPasskey({ call }: Pick<RpcSession, 'call'>, pin = ''): Promise<void> {
  const passkey = { credential: CREDENTIAL, salt: SALT };
  await call('x_add_passkey', { password: PASSWORD, ...passkey, output: answer(), pin });
}
