/** One line that says what worked, for four seconds; and words for those who listen. Errors never come here. */
const SHOWN_MS = 4000;

export class Toaster {
  text = $state('');
  /** Heard by screen readers, not seen. */
  spoken = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }
  say(text: string): void {
    // The same words twice would not be read again.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
}
