/** Contacts of the open wallet: names of other people's addresses, stored in the wallet's address book. */
import type { Client } from '../../client/client.ts';
import type { Contact } from './model.ts';

type Entry = Pick<Contact, 'name' | 'address'>;

export class Contacts {
  /** In the order of their names. */
  list = $state.raw<readonly Contact[]>([]);
  readonly #byAddress = $derived(new Map(this.list.toReversed().map((each) => [each.address, each])));
  readonly #client: Client;
  /** Counts open wallets: answers for an earlier one are dropped. */
  #life = 0;

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
    const life = this.#life;
    const { entries = [] } = await this.#client.call('get_address_book', {});
    if (life !== this.#life) return;
    this.list = entries
      .map(({ index, address, description }) => ({ index, address, name: description.trim() }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.index - b.index);
  }
  async add({ name, address }: Entry): Promise<void> {
    await this.#client.call('add_address_book', { address, description: name });
    await this.load();
  }
  /** Adds them one after the other, in their order. */
  async addAll(entries: readonly (Entry & { readonly paymentId?: string })[]): Promise<void> {
    try {
      for (const { name, address, paymentId = '' } of entries)
        await this.#client.call('add_address_book', { address, description: name, payment_id: paymentId });
    } finally {
      await this.load();
    }
  }
  /** Adds the contact if another program has removed it meanwhile. */
  async edit(contact: Contact, { name, address }: Entry): Promise<void> {
    const now = await this.#now(contact);
    if (now === undefined) {
      await this.add({ name, address });
      return;
    }
    await this.#client.call('edit_address_book', {
      index: now.index,
      ...(name !== contact.name && { set_description: true, description: name }),
      ...(address !== contact.address && { set_address: true, address }),
    });
    await this.load();
  }
  async remove(contact: Contact): Promise<void> {
    const now = await this.#now(contact);
    if (now !== undefined) await this.#client.call('delete_address_book', { index: now.index });
    await this.load();
  }
  /** Removes all data, because the wallet was closed. */
  clear(): void {
    this.#life += 1;
    this.list = [];
  }
  /** The contact with its present index: indices change when another program removes an entry. */
  async #now({ index, name, address }: Contact): Promise<Contact | undefined> {
    await this.load();
    const same = this.list.filter((each) => each.name === name && each.address === address);
    return same.find((each) => each.index === index) ?? same[0];
  }
}
