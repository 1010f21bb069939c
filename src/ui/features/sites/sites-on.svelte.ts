/**
 * The sites that the person has turned on in the browser extension: only in their pages the browser runs the extension's script.
 * Tests: tests/unit/ui/sites-on.test.ts.
 */
import type { Client } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Task } from '../../state/task.ts';
import type { SwitchPort } from '../../state/site-switch.ts';

const NO_SITE = 'Type an address such as https://shop.example. Sites without https cannot ask.';
const REFUSED = 'The browser did not allow it, so the site stays off.';

type SitePort = Pick<SwitchPort, 'list' | 'turnOn' | 'turnOff'>;

export class SitesOn extends Attempts {
  /** Origins of the sites; undefined until they are loaded. */
  origins = $state.raw<readonly string[] | undefined>(undefined);
  address = $state('');
  /** Why the address cannot be used; empty if it can. */
  fault = $state('');
  readonly #port: SitePort;

  readonly #client: Client;

  constructor(port: SitePort, client: Client) {
    super();
    this.#port = port;
    this.#client = client;
  }
  load(): Promise<boolean> {
    return this.attempt((task) => this.#load(task));
  }
  /** Call it in a click, before anything else: browsers ask only then. True: the site is on. */
  turnOn(): Promise<boolean> {
    const turning = this.#port.turnOn(this.address.trim());
    return this.attempt(async (task) => {
      const answer = await task.wait(
        turning.catch((error: unknown) => {
          if (error instanceof TypeError) return undefined;
          throw error;
        }),
      );
      this.fault = answer === undefined ? NO_SITE : answer ? '' : REFUSED;
      if (answer === true) this.address = '';
      await this.#load(task);
    }).then((ran) => ran && this.fault === '');
  }
  turnOff(origin: string): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#turnOff(origin));
      await this.#load(task);
    });
  }
  /** Goes to its end also when the screen is left: what the person took away must be gone. */
  async #turnOff(origin: string): Promise<void> {
    // eslint-disable-next-line ostro-page/await-through-task -- nothing of a screen is written here
    const { nodes = [] } = await this.#client.call('x_nodes', {});
    const addresses = nodes.map(({ address }) => address);
    // eslint-disable-next-line ostro-page/await-through-task -- nothing of a screen is written here
    await this.#port.turnOff(origin, addresses);
    // In the open wallet at once; in any other the worker ends it when the site comes back. It may not be connected.
    await this.#client.call('x_set_site', { origin, read: [] }).catch(() => undefined);
  }
  async #load(task: Task): Promise<void> {
    this.origins = await task.wait(this.#port.list());
  }
}
