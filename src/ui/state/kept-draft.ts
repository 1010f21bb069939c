/** Keeps the typed payment in the wallet file, sealed with it, so that it outlives a lock and a reload. Tests: tests/unit/ui/kept-draft.test.ts. */
import type { Client } from '../../client/client.ts';
import type { SendDraft } from './send-draft.ts';
import { Tasks } from './task.ts';

/** A pause in typing, in milliseconds. */
const PAUSE_MS = 500;
type After = (ms: number, work: () => void) => () => void;
const systemAfter: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

export class KeptDraft {
  readonly #client: Client;
  readonly #after: After;
  readonly #tasks = new Tasks();
  /** The text that the wallet has; undefined while it is not known. */
  #kept: string | undefined;
  #wanted = '';
  #stopTimer = (): void => undefined;

  constructor(client: Client, after: After = systemAfter) {
    this.#client = client;
    this.#after = after;
  }
  /** A wallet was opened. Resolves when its draft was read, or could not be. */
  async load(): Promise<SendDraft | undefined> {
    this.forget();
    let read: SendDraft | undefined;
    await this.#tasks.run(async (task) => {
      const answer = await task.wait(this.#client.call('x_send_draft', {}).catch(() => undefined));
      this.#kept = this.#wanted = answer?.draft ?? '';
      read = readDraft(this.#kept);
    });
    return read;
  }
  /** Keeps this draft after a pause; undefined: there is none. */
  note(draft: SendDraft | undefined): void {
    if (this.#kept === undefined) return;
    const text = draft === undefined ? '' : JSON.stringify(draft);
    if (text === this.#wanted) return;
    this.#wanted = text;
    this.#stopTimer();
    this.#stopTimer = this.#after(PAUSE_MS, () => void this.flush());
  }
  /** Keeps now what is not kept yet. A draft that cannot be kept is still in the form. */
  async flush(): Promise<void> {
    this.#stopTimer();
    if (this.#kept === undefined || this.#kept === this.#wanted) return;
    const [before, keep] = [this.#kept, this.#wanted];
    this.#kept = keep;
    await this.#tasks.run(async (task) => {
      const [{ status }] = await task.wait(Promise.allSettled([this.#client.call('x_send_draft', { keep })]));
      if (status === 'rejected' && this.#kept === keep) this.#kept = before;
    });
  }
  /** The wallet was closed: its file keeps the draft. */
  forget(): void {
    this.#stopTimer();
    this.#tasks.end();
    this.#kept = undefined;
    this.#wanted = '';
  }
}

/** Undefined for what no version of the page has written. */
const readDraft = (text: string): SendDraft | undefined => {
  if (text === '') return undefined;
  try {
    const draft = JSON.parse(text) as Partial<SendDraft>;
    const { recipients = [], all, note, account, priority, subtractFee, coins } = draft;
    const isWhole =
      recipients.length > 0 &&
      recipients.every((each) => typeof each.text === 'string' && typeof each.amountText === 'string') &&
      typeof all === 'boolean' &&
      typeof note === 'string' &&
      typeof account === 'number' &&
      typeof priority === 'number' &&
      typeof subtractFee === 'boolean' &&
      Array.isArray(coins);
    return isWhole ? (draft as SendDraft) : undefined;
  } catch {
    return undefined;
  }
};
