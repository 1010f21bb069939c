/** Tests of public nodes, when the person asks for them: a few at a time, and of the shown network only. */
import type { Client } from '../../../client/client.ts';
import { TaskOwner } from '../../state/task.ts';
import { askHealth, type Test } from './health.ts';

/** Nodes that are asked at once. */
const AT_ONCE = 3;

export class PublicTests extends TaskOwner {
  tests = $state.raw<Readonly<Record<string, Test>>>({});
  readonly asking = $derived(Object.values(this.tests).some(({ state }) => state === 'asking'));
  /** The greatest height among the nodes that answered. */
  readonly highest = $derived(
    Math.max(
      0,
      ...Object.values(this.tests).map((test) => (test.state === 'answered' ? test.health.height : 0)),
    ),
  );
  readonly #client: Client;
  readonly #testing = this.tasks();

  constructor(client: Client) {
    super();
    this.#client = client;
  }
  /** Asks each of these nodes once. Returns when all have answered or been given up. */
  async testAll(addresses: readonly string[]): Promise<void> {
    if (this.asking) return;
    this.tests = Object.fromEntries(addresses.map((address) => [address, { state: 'asking' }]));
    const waiting = [...addresses];
    // After `end` no further node is asked.
    const ask = () =>
      this.#testing.run(async (task) => {
        for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
          const test = await task.wait(askHealth(this.#client, { address }));
          this.tests = { ...this.tests, [address]: test };
        }
      });
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  }
}
