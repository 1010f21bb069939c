/** The choice after how long without use the wallet locks by itself. It counts when the worker has taken it. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Prefs } from '../../state/prefs.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export class LockTime extends Attempts {
  /** The minutes that are shown as chosen. */
  minutes = $state(0);
  readonly #session: Session;
  readonly #prefs: Prefs;

  constructor(session: Session, prefs: Prefs) {
    super(session.book);
    this.#session = session;
    this.#prefs = prefs;
    this.minutes = prefs.lockMinutes();
  }
  /** Returns whether the worker has taken it; otherwise `error` says why not, and the setting is as before. */
  async choose(minutes: number): Promise<boolean> {
    this.minutes = minutes;
    return this.attemptNext(async (task) => {
      const call = this.#session.client.call('x_auto_lock', { minutes });
      const [taken] = await task.wait(Promise.allSettled([call]));
      if (taken.status === 'fulfilled') this.#prefs.change({ lockMinutes: minutes });
      else {
        this.minutes = this.#prefs.current.lockMinutes;
        throw taken.reason;
      }
    });
  }
}
