/** Settings of the wallet: checks the password, shows words and keys, changes the password, removes the wallet. */
import { fromHex } from '../../base/hex.ts';
import { PasswordAttempts } from './password-attempts.svelte.ts';
import type { Session } from '../state/session.svelte.ts';
import { passwordFault } from './new-password.ts';

/** everything: for Ostro; keys or watch (view key only): for Monero's other programs. */
export type FileKind = 'everything' | 'keys' | 'watch';
export interface SavedFile {
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Something that needs the password. */
export class Guarded extends PasswordAttempts {
  next = $state('');
  again = $state('');
  /** With the new password, remove the passkey: it would go on to open the wallet. */
  dropPasskey = $state(false);
  /** The requested secret; it is dropped with this object. */
  secret = $state('');
  /** The file that was made. */
  saved: SavedFile | undefined;
  readonly #session: Session;

  /** `closes`: the action closes the wallet, so it must not end with it. */
  constructor(session: Session, { closes = false } = {}) {
    super(closes ? undefined : session.book);
    this.#session = session;
  }
  showWords(): Promise<boolean> {
    return this.attemptWithPassword(async (task) => {
      await task.wait(this.#check());
      const { key } = await task.wait(this.#session.client.call('query_key', { keyType: 'mnemonic' }));
      this.secret = key;
    });
  }
  showViewKey(): Promise<boolean> {
    return this.attemptWithPassword(async (task) => {
      await task.wait(this.#check());
      const { key } = await task.wait(this.#session.client.call('query_key', { keyType: 'view_key' }));
      this.secret = key;
    });
  }
  /** Makes a file of the wallet (`saved`), if the password is right; returns whether. */
  file(kind: FileKind): Promise<boolean> {
    const { client, status } = this.#session;
    const { password } = this;
    return this.attemptWithPassword(async (task) => {
      const { hex } = await task.wait(
        kind === 'everything'
          ? client.call('x_export_file', { password })
          : client.call('x_export_keys_file', { password, watchOnly: kind === 'watch' }),
      );
      const end = kind === 'everything' ? 'ostro' : 'keys';
      this.saved = {
        kind,
        name: `${status.wallet}${kind === 'watch' ? ' watch' : ''}.${end}`,
        bytes: fromHex(hex),
      };
    });
  }
  /** Call it when the file that was made is given to the person: from now on it counts as a backup. */
  noteSaved(): void {
    const kind = this.saved?.kind;
    if (kind === 'everything') this.#session.noteBackup('file');
    else if (kind === 'keys' && !this.#session.watchOnly) this.#session.noteBackup('keys');
  }
  /** Makes the wallet cold, or ordinary again. */
  keepCold(enabled: boolean): Promise<boolean> {
    return this.attemptWithPassword(async (task) => {
      await task.wait(this.#check());
      await task.wait(this.#session.client.call('x_set_cold', { enabled }));
      await this.#session.reload();
    });
  }
  get nextFault(): string {
    return this.next === '' ? '' : passwordFault(this.next);
  }
  get againFault(): string {
    return this.again === '' || this.again === this.next ? '' : 'These are not the same.';
  }
  get whyNoChange(): string {
    if (this.password === '') return 'The current password is still missing.';
    if (passwordFault(this.next) !== '') return 'The new password is still missing.';
    return this.again === this.next ? '' : 'The new password is not repeated yet.';
  }
  change(): Promise<boolean> {
    if (this.whyNoChange !== '') return Promise.resolve(false);
    const { client, passkeys } = this.#session;
    const { password, next, dropPasskey } = this;
    return this.attemptWithPassword(async (task) => {
      // First, so that an interruption leaves the old password alone, and never a passkey that was to go.
      if (dropPasskey) await task.wait(client.call('x_remove_passkey', { password }));
      const [changed] = await task.wait(
        Promise.allSettled([
          client.call('change_wallet_password', { oldPassword: password, newPassword: next }),
        ]),
      );
      if (dropPasskey) await task.wait(passkeys.load());
      if (changed.status === 'rejected') throw changed.reason;
    });
  }
  remove(): Promise<boolean> {
    const name = this.#session.status.wallet;
    return this.attemptWithPassword(() => this.#session.remove(name, this.password));
  }
  async #check(): Promise<void> {
    await this.#session.client.call('x_check_password', { password: this.password });
  }
}
