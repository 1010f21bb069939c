/** An invariant does not hold: its name, and what contradicts it. */
export class Broken extends Error {
  readonly invariant: string;
  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`);
    this.invariant = invariant;
  }
}
