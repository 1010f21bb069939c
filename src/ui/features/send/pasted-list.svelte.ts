/** A pasted list of recipients: read as a whole, or not at all, with the reason for each faulty line. */
import { counted } from '../../format/format.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { PayeeInput } from '../../payments/payee.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { readAmount } from '../../amounts/typed-amount.ts';
import type { SendFields } from './fields.svelte.ts';
import { readPayeeLines, type BadLine, type PayeeLine } from './payee-lines.ts';
import { MAX_RECIPIENTS } from './recipients.svelte.ts';

export class PastedList extends Attempts {
  text = $state('');
  bad = $state.raw<readonly BadLine[]>([]);
  /** Why the list as a whole cannot be used; empty when it can. */
  fault = $state('');
  readonly #session: Session;
  readonly #fields: SendFields;

  constructor(session: Session, fields: SendFields) {
    super();
    this.#session = session;
    this.#fields = fields;
  }
  /** Fills the form; returns what was done, or undefined when a line is wrong: then the form is as it was. */
  async use(): Promise<string | undefined> {
    const { payees, bad, heading } = readPayeeLines(this.text);
    const many = payees.length + bad.length;
    this.bad = [];
    this.fault = this.#faultOf(many);
    if (this.fault !== '') return undefined;
    const done = await this.attempt(async (task) => {
      const checked = await task.wait(Promise.all(payees.map((each) => this.#check(each))));
      this.bad = [...bad, ...checked.filter((each) => 'why' in each)].sort((a, b) => a.line - b.line);
      if (this.bad.length > 0) return;
      const typed = checked.flatMap((each) => ('address' in each ? [each] : []));
      await task.wait(this.#fields.take(typed, notesOf(typed)));
    });
    if (!done || this.bad.length > 0) return undefined;
    const read = counted(many, ['# recipient read', '# recipients read']);
    const headed = 'The first line is a heading.';
    return heading === '' ? read : `${read}. ${headed}`;
  }
  async #check({ line, address, amountText, note }: PayeeLine): Promise<BadLine | PayeeLine> {
    let noted = note;
    const payee = new PayeeInput(this.#session, (asked) => {
      if (asked.others.length > 0) return 'This link has several addresses. Write a line for each of them.';
      if (asked.amount > 0n && asked.amount !== readAmount(amountText).amount)
        return 'The link in this line asks for another amount than the line.';
      noted = [note, asked.note].filter((part) => part !== '').join(', ');
      return undefined;
    });
    await payee.set(address, true);
    if (payee.address !== '') return { line, address: payee.address, amountText, note: noted };
    return { line, why: payee.fault === '' ? 'Several contacts have names like this.' : payee.fault };
  }
  #faultOf(many: number): string {
    if (many === 0) return 'Paste one recipient on each line: an address and an amount.';
    const all = many + this.#fields.filled;
    return all > MAX_RECIPIENTS
      ? `One payment can have ${MAX_RECIPIENTS} recipients; with this list it would have ${all}. Divide the list.`
      : '';
  }
}

const notesOf = (payees: readonly PayeeLine[]): string =>
  [...new Set(payees.map(({ note }) => note))].filter((note) => note !== '').join('; ');
