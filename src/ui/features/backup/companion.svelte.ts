/** The companion of the words: makes one of the open wallet, and reads one into it. */
import type { Result } from '../../../client/client.ts';
import { payloadOf, payloadText, type AirgapPayload } from '../../airgap/payload.ts';
import { counted } from '../../format/format.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';
import { readAgain } from '../../state/read-again.ts';

type Counts = Result<'x_export_companion'>['holds'];

export interface ReadCompanion {
  /** Milliseconds: when it was made. */
  readonly made: number;
  /** The additions in words; empty: the wallet had all of it. */
  readonly added: string;
  /** The chain is read again, since the companion names addresses that were not searched. */
  readonly readsAgain: boolean;
}

export class CompanionState extends Attempts {
  /** The content of this wallet's companion in words; empty: nothing. Undefined until it is known. */
  holds = $state<string | undefined>(undefined);
  /** The companion, once the user asked for it. */
  shown = $state.raw<AirgapPayload | undefined>(undefined);
  read = $state.raw<ReadCompanion | undefined>(undefined);
  #made: AirgapPayload | undefined;
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Makes a companion, to say what it holds. */
  load(): Promise<boolean> {
    return this.attempt((task) => this.#make(task));
  }
  /** Shows it. From now on it counts as a backup of what the words do not hold. */
  show(): void {
    if (!this.#made) return;
    this.read = undefined;
    this.shown = this.#made;
    this.#session.noteBackup('companion');
  }
  /** Adds what a companion holds, and begins to read the chain again if that may find more. */
  receive(payload: AirgapPayload): Promise<boolean> {
    const session = this.#session;
    return this.attemptNext(async (task) => {
      this.shown = undefined;
      this.read = undefined;
      const {
        made,
        added,
        readAgain: readsAgain = false,
      } = await task.wait(session.client.call('x_import_companion', { hex: payloadText(payload) }));
      this.read = { made: made * 1000, added: inWords(added), readsAgain };
      session.noteBackup('companion', made * 1000);
      session.restored = '';
      if (readsAgain) void readAgain(session);
      await Promise.all([session.reload(), session.loadContacts(), this.#make(task)]);
    });
  }
  async #make(task: Task): Promise<void> {
    const { hex, holds } = await task.wait(this.#session.client.call('x_export_companion', {}));
    this.#made = payloadOf('companion', hex);
    this.holds = inWords(holds);
  }
}

/** "12 notes, 5 contacts"; empty: nothing. */
const inWords = ({
  names,
  contacts,
  notes,
  paymentKeys,
  payees,
  requests,
  attributes,
  frozen,
}: Counts): string =>
  [
    [notes, counted(notes, ['# note', '# notes'])],
    [contacts, counted(contacts, ['# contact', '# contacts'])],
    [paymentKeys, counted(paymentKeys, ['# payment key', '# payment keys'])],
    [payees, counted(payees, ['the recipients of # payment', 'the recipients of # payments'])],
    [names, counted(names, ['# name of accounts or addresses', '# names of accounts or addresses'])],
    [requests, counted(requests, ['# payment request', '# payment requests'])],
    [frozen, counted(frozen, ['# frozen coin', '# frozen coins'])],
    [attributes, counted(attributes, ['# value of programs', '# values of programs'])],
  ]
    .flatMap(([n, words]) => (n === 0 ? [] : [words]))
    .join(', ');
