/**
 * The first node of a new wallet: one that the person types or scans, one on this computer, one of three public nodes that
 * answer now, or one that the page knows already. No node is asked before the person presses a button.
 */
import { randomBelow } from '../../state/random-below.ts';
import type { NodeAccess } from '../../state/node-access.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import { NodeForm } from './node-form.svelte.ts';
import { NodesState } from './nodes.svelte.ts';
import { PublicTests } from './public-tests.svelte.ts';
import { PUBLIC_NODES } from './public-nodes.ts';

/** The number of public nodes that are offered. */
const OFFERED = 3;
/** Ports on which monerod answers by default: its own, and the restricted one that operators open to others. */
const PORTS = {
  mainnet: [18081, 18089],
  stagenet: [38081, 38089],
  testnet: [28081, 28089],
} as const;

export class FirstNode extends TaskOwner {
  /** The typed node, or the one that was chosen last; with its test. */
  readonly form: NodeForm;
  readonly tests: PublicTests;
  readonly local: PublicTests;
  /** Public nodes were looked for. */
  sought = $state(false);
  /** This computer was searched. */
  searched = $state(false);
  /** In the extension: public nodes that nobody has asked yet, since the browser asks the person about each one first. */
  #unasked = $state.raw<readonly string[]>([]);
  readonly #session: Session;
  readonly #access: NodeAccess | undefined;
  readonly #random: (below: number) => number;

  constructor(session: Session, access?: NodeAccess, random: (below: number) => number = randomBelow) {
    super();
    this.#session = session;
    this.#access = access;
    this.#random = random;
    this.form = new NodeForm(session, new NodesState(session, access));
    this.tests = new PublicTests(session.client);
    this.local = new PublicTests(session.client);
  }
  override end(): void {
    super.end();
    for (const part of [this.form, this.tests, this.local]) part.end();
  }
  /** Public nodes of the wallet's network, those that are known to answer web pages first, otherwise by chance. */
  get #candidates(): readonly string[] {
    const { network } = this.#session.status;
    const nodes = PUBLIC_NODES.filter((node) => node.network === network);
    const [open, others] = [nodes.filter(({ pages }) => pages), nodes.filter(({ pages }) => !pages)];
    return [...open, ...this.#shuffled(others)].map(({ address }) => address);
  }
  get hasPublic(): boolean {
    return PUBLIC_NODES.some(({ network }) => network === this.#session.status.network);
  }
  /** The public nodes that are offered. */
  get offered(): readonly string[] {
    return this.#access ? this.#unasked : this.tests.working.slice(0, OFFERED);
  }
  /** Looks for public nodes that work, until three do. */
  async seek(): Promise<void> {
    this.sought = true;
    if (this.#access) this.#unasked = this.#candidates.slice(0, OFFERED);
    else await this.tests.testAll(this.#candidates, OFFERED);
  }
  /** Looks for a node on this computer. */
  async searchHere(): Promise<void> {
    this.searched = true;
    const { network } = this.#session.status;
    const ports = PORTS[network];
    await this.local.testAll(ports.map((port) => `http://127.0.0.1:${port}`));
  }
  /** Reads from a node that was offered. Returns whether it was stored. */
  async choose(address: string, own: boolean): Promise<boolean> {
    this.form.address = address;
    this.form.own = own;
    this.form.changed();
    return this.form.submit();
  }

  #shuffled<T>(list: readonly T[]): readonly T[] {
    const rest = [...list];
    return list.map(() => rest.splice(this.#random(rest.length), 1)[0]!);
  }
}
