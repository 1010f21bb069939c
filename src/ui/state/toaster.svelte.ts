/**
 * A short message that something worked, announced to screen readers. Never for errors. What can be taken back has a
 * button for it and stays longer.
 */
const SHOWN_MS = 2500;
const UNDO_MS = 10_000;

/** Takes back what was done; the screen that did it shows an error. */
export type Undo = () => Promise<unknown>;

export class Toaster {
  text = $state('');
  /** Set while what the message says can be taken back. */
  undo = $state.raw<Undo | undefined>(undefined);
  /** For screen readers only. */
  spoken = $state('');
  #wallet = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speaking: ReturnType<typeof setTimeout> | undefined;

  show(text: string, undo?: Undo): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.undo = undo;
    this.#timer = setTimeout(() => this.clear(), undo ? UNDO_MS : SHOWN_MS);
  }
  /** Call it with the name of the open wallet. What was done in one wallet is not taken back in another. */
  useWallet(name: string): void {
    if (name !== this.#wallet) this.undo = undefined;
    this.#wallet = name;
  }
  /** Removes the message. */
  clear(): void {
    clearTimeout(this.#timer);
    this.text = '';
    this.undo = undefined;
  }
  /** Takes it back, once. */
  async takeBack(): Promise<void> {
    const { undo } = this;
    this.clear();
    await undo?.();
  }
  say(text: string): void {
    // A screen reader does not announce the same text twice.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
    // The text is true now, not later: a person who reads the page a minute on must not find it.
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => (this.spoken = ''), UNDO_MS);
  }
}
