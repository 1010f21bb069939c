/**
 * The sites that the person has turned on in the browser extension: only in their pages the browser runs the extension's script.
 * Tests: tests/unit/ui/sites-on.test.ts.
 */
import type { Client } from '../../../client/client.ts';
import { Attempts } from '../../shared/attempts.svelte.ts';
import type { SwitchPort } from '../../state/site-switch.ts';

export class SitesOn extends Attempts {
  /** Their origins; undefined until they are loaded. */
  origins = $state.raw<readonly string[] | undefined>(undefined);
  address = $state('');
  /** Why the address cannot be used; empty if it can. */
  fault = $state('');
  readonly #port: SwitchPort;

  readonly #client: Client;

  constructor(port: SwitchPort, client: Client) {
    super();
    this.#port = port;
    this.#client = client;
  }
  load(): Promise<boolean> {
    return this.attempt(() => this.#load());
  }
  /** Call it in a click, before anything else: browsers ask only then. True: the site is on. */
  turnOn(): Promise<boolean> {
    const asked = this.#port.turnOn(this.address.trim());
    return this.attempt(async () => {
      const answer = await asked.catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      this.fault = answer === undefined ? NO_SITE : answer ? '' : REFUSED;
      if (answer === true) this.address = '';
      await this.#load();
    }).then((ran) => ran && this.fault === '');
  }
  turnOff(origin: string): Promise<boolean> {
    return this.attempt(async () => {
      const { nodes = [] } = await this.#client.call('x_nodes', {});
      await this.#port.turnOff(
        origin,
        nodes.map(({ address }) => address),
      );
      // In the open wallet at once; in any other the worker ends it when the site comes back. It may not be connected.
      await this.#client.call('x_set_site', { origin, read: [] }).catch(() => undefined);
      await this.#load();
    });
  }
  async #load(): Promise<void> {
    this.origins = await this.#port.list();
  }
}
const NO_SITE = 'Type an address such as https://shop.example. Sites without https cannot ask.';
const REFUSED = 'The browser did not allow it, so the site stays off.';
