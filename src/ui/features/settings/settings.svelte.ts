/** Settings of the wallet: checks the password, shows words and keys, changes the password, removes the wallet. */
import { fromHex } from '../../../base/hex.ts';
import { Attempts } from '../../shared/attempts.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { passwordFault } from '../../shared/new-password.ts';

/** everything: for Ostro; keys or watch (view key only): for Monero's other programs. */
export type FileKind = 'everything' | 'keys' | 'watch';
export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Something that needs the password. */
export class Guarded extends Attempts {
  password = $state('');
  next = $state('');
  again = $state('');
  /** With the new password, remove the passkey: it would go on to open the wallet. */
  dropPasskey = $state(false);
  wrong = $state('');
  /** The requested secret; it is dropped with this object. */
  secret = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  showWords(): Promise<boolean> {
    return this.#try(async () => {
      await this.#check();
      const { key } = await this.#session.client.call('query_key', { key_type: 'mnemonic' });
      this.secret = key;
    });
  }
  showViewKey(): Promise<boolean> {
    return this.#try(async () => {
      await this.#check();
      const { key } = await this.#session.client.call('query_key', { key_type: 'view_key' });
      this.secret = key;
    });
  }
  /** The wallet as a file, if the password is right. */
  async file(kind: FileKind): Promise<SavedFile | undefined> {
    const { client, status } = this.#session;
    const { password } = this;
    let saved: SavedFile | undefined;
    await this.#try(async () => {
      const { hex } =
        kind === 'everything'
          ? await client.call('x_export_file', { password })
          : await client.call('x_export_keys_file', { password, watch_only: kind === 'watch' });
      if (kind === 'everything' || (kind === 'keys' && !this.#session.watchOnly))
        this.#session.noteBackup('file');
      const end = kind === 'everything' ? 'ostro' : 'keys';
      saved = {
        name: `${status.wallet}${kind === 'watch' ? ' watch' : ''}.${end}`,
        bytes: fromHex(hex),
      };
    });
    return saved;
  }
  /** Makes the wallet cold, or ordinary again. */
  keepCold(enabled: boolean): Promise<boolean> {
    return this.#try(async () => {
      await this.#check();
      await this.#session.client.call('x_set_cold', { enabled });
      await this.#session.lookAgain();
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
    return this.#try(async () => {
      // First, so that an interruption leaves the old password alone, and never a passkey that was to go.
      if (dropPasskey) await client.call('x_remove_passkey', { password });
      await client.call('change_wallet_password', { old_password: password, new_password: next });
      if (dropPasskey) await passkeys.load();
    });
  }
  remove(): Promise<boolean> {
    const name = this.#session.status.wallet;
    return this.#try(async () => {
      await this.#session.client.call('x_delete_wallet', { name, password: this.password });
      await this.#session.gone();
    });
  }
  async #check(): Promise<void> {
    await this.#session.client.call('x_check_password', { password: this.password });
  }
  #try(work: () => Promise<void>): Promise<boolean> {
    return this.attempt(
      async () => {
        this.wrong = '';
        await work();
        this.password = '';
      },
      (error) => {
        const why = explain(error);
        if (why.fault === 'wrong_password' || why.fault === 'wrong_old_password') this.wrong = oneLine(why);
        else this.error = error;
      },
    );
  }
}
