/**
 * Whether a click on the button that agrees counts: the press that leads to it must have begun after the button was armed.
 * A finger that went down before the question came, or a key that is held down, agrees to nothing.
 * Tests: tests/unit/ui/press.test.ts.
 */
export class Press {
  /** The arming (armed.svelte.ts) in which the press began; 0: in none. A click by a screen reader has no press. */
  #begun: number | undefined;

  /** A pointer or a key goes down on the button. `repeated`: the key was down before. */
  down(arming: number, repeated = false): void {
    this.#begun = repeated ? (this.#begun ?? 0) : arming;
  }
  /** The press ends in a click. True: the click counts. */
  click(arming: number): boolean {
    const begun = this.#begun ?? arming;
    this.#begun = undefined;
    return arming > 0 && begun === arming;
  }
}
