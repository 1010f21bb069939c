/**
 * Access to nodes in the browser extension: the person allows each node by itself, in a question of the browser. With it the
 * extension may read from a node that does not allow web pages. Tests: tests/unit/ui/node-access.test.ts.
 */

import { LatestTask } from './task.ts';

/** The browser's part (src/extension/permissions.ts). */
export interface AccessPort {
  /** Asks the person; call it in a click. True at once if it is allowed already. */
  ask(address: string): Promise<boolean>;
  isAllowed(address: string): Promise<boolean>;
  drop(address: string): Promise<void>;
  /** Two addresses for which there is one permission. */
  isSame(address: string, other: string): boolean;
}

export class NodeAccess {
  /** By address; nothing is known of the others. */
  #allowed = $state.raw<Readonly<Record<string, boolean>>>({});
  readonly #port: AccessPort;
  readonly #asking = new Map<string, LatestTask>();

  constructor(port: AccessPort) {
    this.#port = port;
  }
  /** The person has not allowed it, or not any more. */
  isMissing(address: string): boolean {
    return this.#allowed[address] === false;
  }
  /** Call it in a click, before anything else: browsers ask only then. A node that allows web pages works without it, too. */
  async ask(address: string): Promise<void> {
    // An address that is none, or a browser that does not ask now.
    await this.#note(
      address,
      this.#port.ask(address).catch(() => false),
    );
  }
  async load(address: string): Promise<void> {
    await this.#note(
      address,
      this.#port.isAllowed(address).catch(() => false),
    );
  }
  /** A node was removed: `others` are still in the list. */
  async drop(address: string, others: readonly string[]): Promise<void> {
    if (others.some((other) => this.#port.isSame(address, other))) return;
    const dropped = this.#port.drop(address).catch(() => undefined);
    await this.#note(
      address,
      dropped.then(() => false),
    );
  }
  /** The answer to the last question on an address counts. */
  async #note(address: string, answer: Promise<boolean>): Promise<void> {
    const asking = this.#asking.get(address) ?? new LatestTask();
    this.#asking.set(address, asking);
    await asking.run(async (task) => {
      const allowed = await task.wait(answer);
      this.#allowed = { ...this.#allowed, [address]: allowed };
    });
  }
}
