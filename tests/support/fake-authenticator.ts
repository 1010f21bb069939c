/** Passkeys in memory, for tests of screens: each answers the same 32 bytes every time, until a test says otherwise. */
import { PasskeyError, type Authenticator, type NewPasskey } from '../../src/ui/state/authenticator.ts';
import type { PasskeyProblem } from '../../src/ui/messages/passkey.ts';

export class FakeAuthenticator implements Authenticator {
  /** The first byte of their credential ids. */
  readonly passkeys: number[] = [];
  readonly forgotten: Uint8Array[] = [];
  /** Each secret that was given out: the caller must overwrite it. */
  readonly given: Uint8Array[] = [];
  /** Why passkeys cannot be used here. */
  problem: PasskeyProblem | undefined;
  /** The next question fails like this. */
  failNext: PasskeyProblem | undefined;
  /** A new passkey gives its secret only when it is used. */
  secretLater = false;

  whyNot(): Promise<PasskeyProblem | undefined> {
    return Promise.resolve(this.problem);
  }
  create(): Promise<NewPasskey> {
    return this.#answer(() => {
      const number = this.passkeys.length + 1;
      this.passkeys.push(number);
      return {
        credential: new Uint8Array(16).fill(number),
        output: this.secretLater ? undefined : this.#secret(number),
      };
    });
  }
  ask([number]: Uint8Array): Promise<Uint8Array> {
    return this.#answer(() => {
      if (number === undefined || !this.passkeys.includes(number))
        throw new PasskeyError('passkey_cancelled');
      return this.#secret(number);
    });
  }
  forget(credential: Uint8Array): Promise<void> {
    this.forgotten.push(credential);
    return Promise.resolve();
  }
  #secret(number: number): Uint8Array {
    const secret = new Uint8Array(32).fill(100 + number);
    this.given.push(secret);
    return secret;
  }
  async #answer<T>(answer: () => T): Promise<T> {
    const fault = this.failNext;
    this.failNext = undefined;
    await Promise.resolve();
    if (fault) throw new PasskeyError(fault);
    return answer();
  }
}
