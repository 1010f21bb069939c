/**
 * Looks up blocks and transactions. What is shown stays in this object: a browser stores the page's addresses, so none
 * of them may contain what the user looked up.
 */
import { compactText, readWholeNumber } from '../../../base/clean-text.ts';
import type { Result } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export type ExplorerBlock = Result<'x_block'>;
export type ExplorerTransaction = Result<'x_transaction'>;
/** The screen shows the form, or one of these results. */
export type View =
  | { readonly kind: 'form' }
  | { readonly kind: 'block'; readonly block: ExplorerBlock }
  | { readonly kind: 'transaction'; readonly transaction: ExplorerTransaction };

const HASH = /^[0-9a-f]{64}$/i;
const MOST_BLOCKS = 999_999_999;

export class ExplorerState extends Attempts {
  text = $state('');
  /** A sentence on the typed text, if it cannot be searched for. */
  bad = $state('');
  /** The views from the first to the one that is shown. */
  views = $state.raw<readonly View[]>([{ kind: 'form' }]);
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  get view(): View {
    return this.views.at(-1)!;
  }
  /** The typed hash, of a block or a transaction; empty for any other text. */
  get hash(): string {
    const hash = compactText(this.text).toLowerCase();
    return HASH.test(hash) ? hash : '';
  }
  /** Call it when something was typed. What was asked before is not shown any more. */
  changed(): void {
    this.endAttempt();
    this.bad = '';
    this.error = undefined;
  }
  /** Looks up the transaction with the typed ID, or the block with the typed number. The form has said what the node learns. */
  async lookUp(): Promise<void> {
    const { hash } = this;
    const height = readWholeNumber(this.text);
    this.changed();
    if (hash !== '') await this.#showTransaction(hash);
    else if (height !== undefined && height <= MOST_BLOCKS) await this.showBlock(`${height}`);
    else
      this.bad =
        'A block has a number, such as 3100000. A hash or a transaction ID has 64 characters, 0 to 9 and a to f.';
  }
  /** `at`: a height or a hash. */
  async showBlock(at: string): Promise<void> {
    this.changed();
    await this.attempt(async (task) => {
      const params = HASH.test(at) ? { hash: at } : { height: Number(at) };
      this.#show({ kind: 'block', block: await task.wait(this.#session.client.call('x_block', params)) });
    });
  }
  /** Opens the form for this transaction: nothing is asked before the user presses its button. */
  prepare(txid: string): void {
    this.changed();
    this.text = txid;
    this.#show({ kind: 'form' });
  }
  /** One step back; returns false at the first view. */
  back(): boolean {
    this.changed();
    if (this.views.length === 1) return false;
    this.views = this.views.slice(0, -1);
    return true;
  }
  async #showTransaction(txid: string): Promise<void> {
    await this.attempt(async (task) => {
      const transaction = await task.wait(this.#session.client.call('x_transaction', { txid }));
      this.#show({ kind: 'transaction', transaction });
    });
  }
  #show(view: View): void {
    this.views = [...this.views, view];
  }
}
