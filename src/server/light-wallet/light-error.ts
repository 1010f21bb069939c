/** A refusal of the light-wallet protocol: an HTTP status, and a sentence for people. */
export class LightError extends Error {
  readonly status: number;
  /** Tokens that the refusal costs its caller more than the call (limits.ts). */
  readonly cost: number;
  constructor(status: number, sentence: string, cost = 0) {
    super(sentence);
    this.status = status;
    this.cost = cost;
  }
}
