/** The sites that this wallet knows, and changes of what they may do. */
import type { Client, Params, Result } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Task } from '../../state/task.ts';

export type Site = NonNullable<Result<'x_sites'>['sites']>[number];
export type GrantedBudget = NonNullable<NonNullable<Site['spend']>['budget']>;

export class SitesState extends Attempts {
  /** Undefined until they are loaded. */
  sites = $state.raw<readonly Site[] | undefined>(undefined);
  readonly #client: Client;

  constructor(client: Client) {
    super();
    this.#client = client;
  }
  load(): Promise<boolean> {
    return this.attempt((task) => this.#load(task));
  }
  /** The site with this own account. Its number is in the page's address, where an origin would stay in the browser's history. */
  find(account: number): Site | undefined {
    return this.sites?.find((site) => site.account === account);
  }
  save(permissions: Params<'x_set_site'>): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#client.call('x_set_site', permissions));
      await this.#load(task);
    });
  }
  /** Takes all permissions back and deletes the log. The account with its money stays. */
  forget(origin: string): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#client.call('x_forget_site', { origin }));
      await this.#load(task);
    });
  }
  async #load(task: Task): Promise<void> {
    const { sites = [] } = await task.wait(this.#client.call('x_sites', {}));
    this.sites = sites;
  }
}
