/**
 * Guides the person to move the money of a wallet of 13 words to a new wallet: make one, then take the money there. Kept until
 * the page closes.
 */
export class MigrationGuide {
  /** Name of the old wallet; empty: nothing is moved. */
  #from = $state('');
  /** The person makes the new wallet, or has made it. */
  #started = $state(false);

  /** The wallet of this name was restored from words that few programs take. */
  suggest(from: string): void {
    this.#from = from;
    this.#started = false;
  }
  begin(): void {
    this.#started = true;
  }
  end(): void {
    this.#from = '';
  }
  /** The step that Home suggests in the wallet of this name. */
  stepFor(wallet: string): 'make' | 'take' | undefined {
    if (this.#from === '' || wallet === '') return undefined;
    if (wallet === this.#from) return 'make';
    return this.#started ? 'take' : undefined;
  }
}
