/**
 * The addresses of the open wallet, with their labels and balances. All are loaded once, in pages, and then at each change
 * those that changed alone: a wallet may have ten thousands.
 */
import type { Client, Result } from '../../client/client.ts';
import type { OwnAddress } from './model.ts';
import type { Task } from './task.ts';

type Page = Result<'x_addresses'>;
/** Fields that an answer leaves out. */
const NEW_ADDRESS = { label: '', used: false, requested: false, balance: 0n };

export class OwnAddresses {
  /** By account and index. */
  #accounts = $state.raw<readonly (readonly OwnAddress[])[]>([]);
  /** By address; follows `#accounts`. */
  readonly #byText = new Map<string, OwnAddress>();
  #revision = 0;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }
  /** Up to which change of the wallet the addresses are known. */
  get revision(): number {
    return this.#revision;
  }
  get all(): readonly OwnAddress[] {
    return this.#accounts.flat();
  }
  of(account: number): readonly OwnAddress[] {
    return this.#accounts[account] ?? [];
  }
  at(account: number, index: number): OwnAddress | undefined {
    return this.of(account)[index];
  }
  /** Empty for the first address of an account. */
  label(account: number, index: number): string {
    return this.at(account, index)?.label ?? '';
  }
  owns(address: string): boolean {
    return this.#accounts.length > 0 && this.#byText.has(address);
  }
  /** The changed addresses, of which `first` is the first page. */
  async load(task: Task, first: Page): Promise<Page> {
    const addresses = [...(first.addresses ?? [])];
    let page = first;
    while (page.more === true) {
      page = await task.wait(this.#client.call('x_addresses', { since: page.revision }));
      addresses.push(...(page.addresses ?? []));
    }
    return { ...page, addresses };
  }
  /** Shows what was loaded. */
  show({ revision, addresses = [] }: Page): void {
    this.#revision = revision;
    if (addresses.length === 0) return;
    const accounts = this.#accounts.map((known) => [...known]);
    for (const each of addresses) {
      const own = { ...NEW_ADDRESS, ...each };
      (accounts[own.account] ??= [])[own.index] = own;
      this.#byText.set(own.address, own);
    }
    this.#accounts = accounts;
  }
  clear(): void {
    this.#accounts = [];
    this.#byText.clear();
    this.#revision = 0;
  }
}
