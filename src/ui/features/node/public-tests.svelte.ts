/** Tests of public nodes, when the person asks for them: a few at a time, and of the shown network only. */
import type { Client } from '../../../client/client.ts';
import { TaskOwner } from '../../state/task.ts';
import { askHealth, MAX_BLOCKS_BEHIND, refusalOf, type Test } from './health.ts';

type Answered = Extract<Test, { readonly state: 'answered' }>;

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
  /** Nodes that work, the quickest first. */
  readonly working = $derived(
    Object.entries(this.tests)
      .flatMap(([address, test]) =>
        this.#works(test) ? [{ address, milliseconds: test.health.milliseconds }] : [],
      )
      .sort((a, b) => a.milliseconds - b.milliseconds)
      .map(({ address }) => address),
  );
  /**
   * Asks each of these nodes once, and none any more when `enough` of them work. Returns when all that were asked have
   * answered or been given up.
   */
  async testAll(addresses: readonly string[], enough = Infinity): Promise<void> {
    if (this.asking) return;
    this.tests = {};
    const waiting = [...addresses];
    // After `end` no further node is asked.
    const ask = () =>
      this.#testing.run(async (task) => {
        while (this.working.length < enough) {
          const address = waiting.shift();
          if (address === undefined) return;
          this.tests = { ...this.tests, [address]: { state: 'asking' } };
          const test = await task.wait(askHealth(this.#client, { address }));
          this.tests = { ...this.tests, [address]: test };
        }
      });
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  }
  #works(test: Test): test is Answered {
    return (
      test.state === 'answered' &&
      refusalOf(test) === undefined &&
      test.health.synchronized &&
      this.highest - test.health.height < MAX_BLOCKS_BEHIND
    );
  }
}
