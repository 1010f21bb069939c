/** Makes an integrated address of this wallet, or shows the two parts of one. */
import { compactText } from '../../../base/clean-text.ts';
import type { Session } from '../../state/session.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import { Attempts } from '../../state/attempts.svelte.ts';

const PAYMENT_ID_LENGTH = 16;

export interface Parts {
  readonly integrated: string;
  readonly address: string;
  /** 16 hexadecimal digits. */
  readonly paymentId: string;
}

export class IntegratedState extends Attempts {
  /** A payment ID, an integrated address, or nothing. */
  typed = $state('');
  wrong = $state('');
  parts = $state.raw<Parts | undefined>(undefined);
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Takes an address apart; makes one with a payment ID, which is random if none was typed. */
  async show(): Promise<void> {
    const { client } = this.#session;
    const typed = compactText(this.typed);
    this.endAttempt();
    this.wrong = '';
    this.parts = undefined;
    await this.attempt(
      async (task) => {
        const integrated =
          typed.length > PAYMENT_ID_LENGTH
            ? typed
            : (await task.wait(client.call('make_integrated_address', { paymentId: typed })))
                .integratedAddress;
        const { standardAddress: address, paymentId } = await task.wait(
          client.call('split_integrated_address', { integratedAddress: integrated }),
        );
        this.parts = { integrated, address, paymentId };
      },
      (error) => {
        this.wrong = oneLine(explain(error));
      },
    );
  }
}
