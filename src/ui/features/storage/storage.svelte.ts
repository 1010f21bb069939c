/** The data that this browser stores for Ostro, and the removal of everything. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { DeviceData, WalletEntry } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Tasks } from '../../state/task.ts';
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';

/** Sizes are in bytes. */
export interface Stored {
  readonly persisted: boolean;
  readonly usage: number;
  readonly quota: number;
  /** Names of wallets that the browser has removed. */
  readonly missing: readonly string[];
  readonly nodes: number;
  readonly appFiles: { readonly count: number; readonly bytes: number } | undefined;
  readonly sizes: Readonly<Record<string, number>>;
}

export class StorageState extends Attempts {
  stored = $state.raw<Stored | undefined>(undefined);
  readonly #session: Session;
  readonly #device: DeviceData | undefined;

  constructor(session: Session, device: DeviceData | undefined) {
    super();
    this.#session = session;
    this.#device = device;
  }
  load(): Promise<boolean> {
    return this.attempt(async (task) => {
      const { client } = this.#session;
      const [storage, sizes, nodes, appFiles] = await task.wait(
        Promise.all([
          client.call('x_storage', {}),
          client.call('x_wallet_sizes', {}),
          client.call('x_nodes', {}),
          // The page works without knowing it.
          this.#device?.appFiles().catch(() => undefined),
          this.#session.loadWallets(),
        ]),
      );
      this.stored = {
        ...storage,
        missing: storage.missing ?? [],
        nodes: nodes.nodes?.length ?? 0,
        appFiles,
        sizes: Object.fromEntries((sizes.wallets ?? []).map(({ name, bytes }) => [name, bytes])),
      };
    });
  }
  /** Wallets for which no backup is known. */
  get withoutBackup(): readonly WalletEntry[] {
    const { wallets, backups } = this.#session;
    return wallets.filter((wallet) => {
      const { words, file, keys } = backups.of(wallet);
      return words === undefined && file === undefined && keys === undefined;
    });
  }
}

/**
 * The removal. While a wallet is open its password is needed, so that a passer-by cannot do it at an unattended page. On
 * the lock screen the user may have forgotten all passwords: two words are typed instead, against accidents.
 */
export class Removal extends PasswordAttempts {
  typed = $state('');
  sure = $state(false);
  /** Something was missing when the person tried. */
  tried = $state(false);
  /** blocked: another tab has to be closed. */
  phase = $state<'before' | 'removing' | 'blocked' | 'failed' | 'done'>('before');
  readonly #session: Session;
  readonly #device: DeviceData;
  readonly #removing = new Tasks();

  constructor(session: Session, device: DeviceData) {
    super();
    this.#session = session;
    this.#device = device;
  }
  /** The text to type when no wallet is open. */
  get word(): string {
    return 'Remove all';
  }
  /** A wallet that another tab has open: its page would go on writing. */
  get elsewhere(): WalletEntry | undefined {
    return this.#session.wallets.find(({ openElsewhere }) => openElsewhere);
  }
  get wordFault(): string {
    const typed = this.typed.trim().toLowerCase() === this.word.toLowerCase();
    return this.tried && !typed ? `Type “${this.word}” here to confirm.` : '';
  }
  /** Returns whether everything was removed. */
  async start(): Promise<boolean> {
    if (this.busy) return false;
    this.tried = true;
    this.wrong = '';
    const { open } = this.#session;
    if (!this.sure || (!open && this.wordFault !== '')) return false;
    return (await this.#isAllowed(open)) && this.elsewhere === undefined && this.remove();
  }
  #isAllowed(open: boolean): Promise<boolean> {
    return this.attemptWithPassword(async (task) => {
      await task.wait(this.#session.loadWallets());
      const { client } = this.#session;
      if (open) await task.wait(client.call('x_check_password', { password: this.password }));
    });
  }
  /** Removes without questions, after a failure. It is finished also when the screen is left. */
  async remove(): Promise<boolean> {
    this.phase = 'removing';
    // The keys are gone from here on, whatever the browser answers.
    this.#session.erased();
    await this.#removing.run(async (task) => {
      const removed = this.#device.removeAll(() => {
        this.phase = 'blocked';
      });
      const [{ status }] = await task.wait(Promise.allSettled([removed]));
      this.phase = status === 'fulfilled' ? 'done' : 'failed';
    });
    return this.isDone;
  }
  get isDone(): boolean {
    return this.phase === 'done';
  }
}
