/** Contacts of the open wallet: names of other people's addresses, stored in the wallet's address book. */
import type { Client } from '../../client/client.ts';
import type { Contact } from './model.ts';
import { LatestTask, Tasks, type Task } from './task.ts';

type Entry = Pick<Contact, 'name' | 'address'>;

export class Contacts {
  /** In the order of their names. */
  list = $state.raw<readonly Contact[]>([]);
  readonly #byAddress = $derived(new Map(this.list.toReversed().map((each) => [each.address, each])));
  readonly #client: Client;
  /** The tasks end when the wallet is closed: nothing is changed in the next one. */
  readonly #loading = new LatestTask();
  readonly #changes = new Tasks();

  constructor(client: Client) {
    this.#client = client;
  }
  find(address: string): Contact | undefined {
    return this.#byAddress.get(address);
  }
  /** Contacts whose names contain the text; all for an empty one. */
  named(text: string): readonly Contact[] {
    const wanted = text.trim().toLowerCase();
    return this.list.filter(({ name }) => name.toLowerCase().includes(wanted));
  }
  async load(): Promise<void> {
    await this.#loading.load(async (task) => {
      this.list = await task.wait(this.#read());
    });
  }
  add(entry: Entry): Promise<boolean> {
    return this.#change(async () => {
      await this.#add(entry);
    });
  }
  /** Adds them one after the other, in their order. */
  addAll(entries: readonly Entry[]): Promise<boolean> {
    return this.#change(async (task) => {
      for (const entry of entries) await task.wait(this.#add(entry));
    });
  }
  /** Adds the contact if another program has removed it meanwhile. */
  edit(contact: Contact, { name, address }: Entry): Promise<boolean> {
    return this.#change(async (task) => {
      const now = await task.wait(this.#now(contact));
      if (now === undefined) return this.#add({ name, address });
      await this.#client.call('edit_address_book', {
        index: now.index,
        ...(name !== contact.name && { setDescription: true, description: name }),
        ...(address !== contact.address && { setAddress: true, address }),
      });
    });
  }
  remove(contact: Contact): Promise<boolean> {
    return this.#change(async (task) => {
      const now = await task.wait(this.#now(contact));
      if (now !== undefined) await this.#client.call('delete_address_book', { index: now.index });
    });
  }
  /** Removes all data, because the wallet was closed. */
  clear(): void {
    this.#loading.end();
    this.#changes.end();
    this.list = [];
  }
  async #add({ name, address }: Entry): Promise<void> {
    await this.#client.call('add_address_book', { address, description: name });
  }
  /** Changes the list, and loads it again, also after an error. Returns whether the wallet was open to the end. */
  #change(work: (task: Task) => Promise<void>): Promise<boolean> {
    return this.#changes.run(async (task) => {
      const [changed] = await task.wait(Promise.allSettled([work(task)]));
      await task.wait(this.load());
      if (changed.status === 'rejected') throw changed.reason;
    });
  }
  async #read(): Promise<readonly Contact[]> {
    const { entries = [] } = await this.#client.call('get_address_book', {});
    return entries
      .map(({ index, address, description }) => ({ index, address, name: description.trim() }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.index - b.index);
  }
  /** The contact with its present index: indices change when another program removes an entry. */
  async #now({ index, name, address }: Contact): Promise<Contact | undefined> {
    const same = (await this.#read()).filter((each) => each.name === name && each.address === address);
    return same.find((each) => each.index === index) ?? same[0];
  }
}
