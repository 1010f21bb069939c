/**
 * A short message that something worked, shown for four seconds and announced to screen readers. Never for errors.
 */
const SHOWN_MS = 4000;

export class Toaster {
  text = $state('');
  /** For screen readers only. */
  spoken = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }
  say(text: string): void {
    // A screen reader does not announce the same text twice.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
}
