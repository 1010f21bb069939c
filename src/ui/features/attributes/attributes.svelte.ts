/** Values that programs keep in this wallet under names of their own. There is no list of the names: one must know them. */
import { explain } from '../../messages/explain.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export class AttributesState extends Attempts {
  key = $state('');
  value = $state('');
  keyFault = $state('');
  /** `value` belongs to `key`: it was read, or there is none yet. */
  found = $state<'' | 'value' | 'none'>('');
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Call it when the name is typed: the value shown belongs to another one. */
  renamed(): void {
    this.endAttempt();
    this.found = '';
    this.keyFault = '';
    this.error = undefined;
  }
  /** Reads the value of the name that was typed. */
  async read(): Promise<void> {
    const key = this.#typed();
    if (key === '') return;
    await this.attempt(
      async (task) => {
        this.value = (await task.wait(this.#session.client.call('get_attribute', { key }))).value;
        this.found = 'value';
      },
      (error) => {
        if (explain(error).fault === 'attribute_not_found') {
          this.value = '';
          this.found = 'none';
        } else this.error = error;
      },
    );
  }
  /** Stores the value under the name; returns whether it was stored. */
  save(): Promise<boolean> {
    const key = this.#typed();
    const { value } = this;
    if (key === '' || this.found === '') return Promise.resolve(false);
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('set_attribute', { key, value }));
      this.found = 'value';
    });
  }
  /** Names are compared letter by letter, with spaces. */
  #typed(): string {
    this.keyFault = this.key === '' ? 'Type the name of the value.' : '';
    return this.key;
  }
}
