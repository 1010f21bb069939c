/** Takes over notes from a saved history: first how many, then they are stored. */
import { counted } from '../../format/format.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { MAX_HISTORY_BYTES, readNotes, type FiledNote } from './note-file.ts';

const TOO_LARGE = 'The file is too large to be a history.';
const UNREADABLE = 'No notes were found in it. Take a CSV of Ostro, Feather or monero-gui.';

export interface NotePreview {
  /** Notes of transfers without a note. */
  readonly fresh: readonly FiledNote[];
  /** Notes of transfers with another note. */
  readonly other: readonly (FiledNote & { readonly now: string })[];
  /** Number of notes that are here already. */
  readonly same: number;
  /** Number of notes of transactions that this wallet does not have. */
  readonly foreign: number;
}

export class NoteImport extends Attempts {
  preview = $state.raw<NotePreview | undefined>(undefined);
  /** Why the file cannot be read; empty when it can. */
  fault = $state('');
  /** Notes that differ are replaced, too. */
  replace = $state(false);
  /** The notes that were stored, in words. */
  stored = '';
  readonly wanted = $derived([
    ...(this.preview?.fresh ?? []),
    ...(this.replace ? (this.preview?.other ?? []) : []),
  ]);
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  async pick(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    // The last one of several files counts.
    this.endAttempt();
    this.preview = undefined;
    this.fault = '';
    this.replace = false;
    if (file.size > MAX_HISTORY_BYTES) {
      this.fault = TOO_LARGE;
      return;
    }
    await this.attempt(async (task) => {
      await task.wait(this.#session.book.whole());
      const notes = readNotes(await task.wait(file.text()));
      if (notes === undefined) this.fault = UNREADABLE;
      else this.preview = this.#compare(notes);
    });
  }
  /** Stores the notes; `stored` says in words how many. Returns whether it succeeded. */
  store(): Promise<boolean> {
    const { wanted } = this;
    const { client, book } = this.#session;
    return this.attempt(async (task) => {
      await task.wait(
        client.call('set_tx_notes', {
          txids: wanted.map(({ txid }) => txid),
          notes: wanted.map(({ note }) => note),
        }),
      );
      this.stored = counted(wanted.length, ['# note taken over', '# notes taken over']);
      await book.refresh(0);
    });
  }
  #compare(notes: readonly FiledNote[]): NotePreview {
    const known = new Map(this.#session.book.transfers.map(({ txid, note }) => [txid, note.trim()]));
    const ours = notes.filter(({ txid }) => known.has(txid));
    return {
      fresh: ours.filter(({ txid }) => known.get(txid) === ''),
      other: ours
        .map((each) => ({ ...each, now: known.get(each.txid) ?? '' }))
        .filter(({ now, note }) => now !== '' && now !== note),
      same: ours.filter(({ txid, note }) => known.get(txid) === note).length,
      foreign: notes.length - ours.length,
    };
  }
}
