/** The form for a new payment request. */
import type { Session } from '../state/session.svelte.ts';
import { Attempts } from '../state/attempts.svelte.ts';
import { readAmount } from '../amounts/typed-amount.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** For how long a request is valid, in seconds; 0: until the user closes it. */
export const TERMS = [0, 15 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/** The address that names a request. */
interface RequestPlace {
  readonly account: number;
  readonly index: number;
}

export class AskForm extends Attempts {
  amountText = $state('');
  purpose = $state('');
  message = $state('');
  /** A value of TERMS. */
  term = $state<number>(0);
  account = $state(0);
  /** The request, once it is made. */
  made: RequestPlace | undefined;
  readonly #session: Session;

  /** `amountText`: an amount that was typed before. `account`: which one asks at first. */
  constructor(session: Session, amountText = '', account = session.book.current?.index ?? 0) {
    super(session.book);
    this.#session = session;
    this.amountText = amountText;
    this.account = account;
  }
  get amountFault(): string {
    return readAmount(this.amountText).fault;
  }
  /** Makes the request; returns whether. False when a field is wrong or the worker refused. `now`: milliseconds. */
  async submit(now = Date.now()): Promise<boolean> {
    const { amount } = readAmount(this.amountText);
    if (amount === undefined) return false;
    return this.attempt(async (task) => {
      const { request } = await task.wait(
        this.#session.client.call('x_make_request', {
          accountIndex: this.account,
          amount,
          purpose: this.purpose.trim(),
          message: this.message.trim(),
          ...(this.term > 0 && { expires: Math.floor(now / 1000) + this.term }),
        }),
      );
      this.made = { account: request.account, index: request.index };
      await this.#session.book.refresh();
    });
  }
}
