/** A wallet from a file: a backup of Ostro, or the `.keys` file of Monero's other programs. */
import { utf8, equalBytes } from '../../../base/bytes.ts';
import { toHex } from '../../../base/hex.ts';
import { MAGICS } from '../../../base/magics.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { NewWalletForm } from './new-wallet.svelte.ts';

const OURS = utf8(MAGICS.wallet);
/** Larger than any wallet file: a larger file was chosen by mistake. */
const MAX_FILE = 256 << 20;
const MAX_KEYS_FILE = 1 << 20;

/** `ostro`: everything. `keys`: keys alone; a cache file may add notes and labels. */
export type WalletFileKind = 'ostro' | 'keys';

export class FileState extends Attempts {
  /** Name of the chosen file; empty before. */
  picked = $state('');
  kind = $state<WalletFileKind | undefined>(undefined);
  /** Name of the cache file chosen together with a `.keys` file. */
  beside = $state('');
  password = $state('');
  fileFault = $state('');
  passwordFault = $state('');
  readonly newWallet: NewWalletForm;
  readonly #session: Session;
  readonly #reading = this.latest();
  readonly #readingBeside = this.latest();
  #bytes = new Uint8Array();
  #cache = new Uint8Array();

  constructor(session: Session) {
    super();
    this.#session = session;
    this.newWallet = new NewWalletForm(session, 'My wallet');
  }
  async pick(file: File | undefined): Promise<void> {
    if (!file) return;
    this.fileFault = '';
    this.error = undefined;
    this.kind = undefined;
    this.picked = '';
    this.#reading.end();
    if (file.size > MAX_FILE) {
      this.fileFault = 'This file is too large to be a wallet. Choose another.';
      return;
    }
    await this.#reading.run(async (task) => {
      const bytes = new Uint8Array(await task.wait(file.arrayBuffer()));
      const ours = equalBytes(bytes.subarray(0, OURS.length), OURS);
      if (!ours && bytes.length > MAX_KEYS_FILE) {
        this.fileFault = 'This is not a file with keys. Choose the one whose name ends in .keys, or .ostro.';
        return;
      }
      this.#bytes = bytes;
      this.picked = file.name;
      this.kind = ours ? 'ostro' : 'keys';
      this.newWallet.suggest(file.name.replace(/\.(?:ostro|keys)$/i, ''));
    });
  }
  async pickBeside(file: File | undefined): Promise<void> {
    if (!file || file.size > MAX_FILE) return;
    await this.#readingBeside.run(async (task) => {
      this.#cache = new Uint8Array(await task.wait(file.arrayBuffer()));
      this.beside = file.name;
    });
  }
  dropBeside(): void {
    this.#readingBeside.end();
    this.#cache = new Uint8Array();
    this.beside = '';
  }
  /** The wallet is made in any case: the worker has it open when this screen is left for it. */
  override end(): void {
    this.#reading.end();
    this.#readingBeside.end();
  }
  get whyNot(): string {
    if (this.kind === undefined) return 'The file is still missing.';
    if (this.newWallet.nameFault !== '') return 'The name does not fit.';
    return '';
  }
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.newWallet.seen.name = true;
    if (this.whyNot !== '') {
      if (this.kind === undefined) this.fileFault = 'Choose the file first.';
      return false;
    }
    this.#session.keepStorage();
    this.passwordFault = '';
    return this.attempt(
      () => this.#import(),
      (error) => {
        const why = explain(error);
        if (why.fault === 'wrong_password' || why.fault === 'wrong_file_password')
          this.passwordFault = oneLine(why);
        else this.error = error;
      },
    );
  }
  async #import(): Promise<void> {
    const { client } = this.#session;
    const wanted = {
      filename: this.newWallet.name.trim(),
      password: this.password,
      hex: toHex(this.#bytes),
    };
    const ours = this.kind === 'ostro';
    await this.#session.openBy(
      () =>
        ours
          ? client.call('x_import_file', wanted)
          : client.call('x_import_keys_file', { ...wanted, cacheHex: toHex(this.#cache) }),
      () => {
        this.password = '';
        this.#session.noteBackup('file');
      },
    );
  }
}
