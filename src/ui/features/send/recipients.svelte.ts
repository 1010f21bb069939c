/** Recipients of one payment besides the first: an address and an amount each. */
import { fieldAmount } from '../../format/format.ts';
import type { Session } from '../../state/session.svelte.ts';
import { PayeeInput, type Asked } from '../../payments/payee.svelte.ts';
import { amountToPay } from './amount-to-pay.ts';

/** The worker refuses more. */
export const MAX_RECIPIENTS = 150;
/** A transaction has 16 outputs, and one of them is change. */
export const RECIPIENTS_OF_ONE = 15;

export interface TypedRecipient {
  readonly address: string;
  readonly amountText: string;
}

export class RecipientInput {
  amountText = $state('');
  readonly payee: PayeeInput;

  constructor(payee: PayeeInput) {
    this.payee = payee;
  }
  get empty(): boolean {
    return this.payee.text.trim() === '' && this.amountText.trim() === '';
  }
  /** In piconero; undefined when the text is not an amount above zero. */
  get amount(): bigint | undefined {
    return amountToPay(this.amountText).amount;
  }
  get amountFault(): string {
    return amountToPay(this.amountText).fault;
  }
}

export class OtherRecipients {
  list = $state.raw<readonly RecipientInput[]>([]);
  readonly #session: Session;
  readonly #onNote: (note: string) => void;
  /** The recipients that the link in a field added. */
  readonly #linked = new WeakMap<object, readonly RecipientInput[]>();

  /** `onNote` gets the note of a payment link. */
  constructor(session: Session, onNote: (note: string) => void) {
    this.#session = session;
    this.#onNote = onNote;
  }
  /** Number of recipients together with the first. */
  get count(): number {
    return this.list.length + 1;
  }
  /** One transaction can pay all of them. */
  get fitOne(): boolean {
    return this.count <= RECIPIENTS_OF_ONE;
  }
  /** Adds an empty recipient. */
  add(): RecipientInput {
    const recipient: RecipientInput = new RecipientInput(
      new PayeeInput(this.#session, (asked) => {
        if (asked.amount > 0n) recipient.amountText = fieldAmount(asked.amount);
        this.#onNote(asked.note);
        void this.fillAsked(recipient, asked.others);
      }),
    );
    this.list = [...this.list, recipient];
    return recipient;
  }
  /** Removes a recipient. The answer to a link in its field is not used any more. */
  remove(recipient: RecipientInput): void {
    recipient.payee.clear();
    this.list = this.list.filter((each) => each !== recipient);
  }
  clear(): void {
    for (const each of this.list) this.remove(each);
  }
  /** Adds these recipients. Resolves when their addresses were checked. */
  async fill(recipients: readonly TypedRecipient[]): Promise<void> {
    await Promise.all(
      recipients.map(({ address, amountText }) => {
        const added = this.add();
        added.amountText = amountText;
        return added.payee.set(address, true);
      }),
    );
  }
  /** Adds the other recipients of the payment link in a field, in place of those of the link that was there before. */
  fillAsked(field: object, others: Asked['others']): Promise<void> {
    for (const each of this.#linked.get(field) ?? []) this.remove(each);
    const before = this.list;
    const filling = this.fill(
      others.map(({ address, amount }) => ({ address, amountText: amount > 0n ? fieldAmount(amount) : '' })),
    );
    this.#linked.set(
      field,
      this.list.filter((each) => !before.includes(each)),
    );
    return filling;
  }
}
