/** Chooses a node: address and login, the result of a test, and using it. */
import type { Session } from '../state/session.svelte.ts';
import { count } from '../format/format.ts';
import { explain, type Explained } from '../messages/explain.ts';

export interface Check {
  readonly name: string;
  readonly result: string;
  readonly state: 'good' | 'care' | 'bad';
}
interface Found {
  readonly height: number;
  readonly target_height: number;
  readonly synchronized: boolean;
  readonly network: string;
  readonly devnet: boolean;
  readonly version: string;
  readonly milliseconds: number;
}
/** For each fault, the checks to show: those that the node passed, and last the one that failed. */
const REACHED: Readonly<Record<string, readonly [string, string][]>> = {
  node_unreachable: [['Answers this page', 'no']],
  node_login: [
    ['Answers', 'yes'],
    ['Lets browsers in', 'yes'],
    ['Login', 'refused'],
  ],
  node_http: [
    ['Answers', 'yes'],
    ['Is a node', 'no'],
  ],
  node_bad_answer: [
    ['Answers', 'yes'],
    ['Is a node', 'no'],
  ],
};
const SLOW_MS = 2000;
const NETWORK_NAMES: Readonly<Record<string, string>> = {
  mainnet: 'main',
  stagenet: 'stagenet (test)',
  testnet: 'testnet (test)',
};
const nameOf = (network: string, devnet: boolean): string =>
  devnet ? 'a private test network' : (NETWORK_NAMES[network] ?? network);

export class NodeState {
  address = $state('');
  username = $state('');
  password = $state('');
  trusted = $state(false);
  checks = $state.raw<readonly Check[]>([]);
  wrong = $state.raw<Explained | undefined>(undefined);
  busy = $state<'' | 'test' | 'use'>('');
  /** The address that was tested. */
  #tested = '';
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.address = session.status.node.address || (session.devnet?.daemon ?? '');
    this.trusted = session.status.node.trusted;
  }
  get #login(): { username?: string; password?: string } {
    return this.username === '' ? {} : { username: this.username, password: this.password };
  }
  /** The typed address, with the scheme that a browser needs. */
  get #full(): string {
    const address = this.address.trim().replace(/\/+$/, '');
    return address === '' || /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  }
  changed(): void {
    this.checks = [];
    this.wrong = undefined;
  }
  /** Tests the node; returns whether it can be used. */
  async test(): Promise<boolean> {
    if (this.busy === 'test') return false;
    const outer = this.busy;
    this.busy = 'test';
    this.changed();
    const address = this.#full;
    this.address = address;
    try {
      const found = await this.#session.client.call('x_check_node', { address, ...this.#login });
      this.checks = this.#read(found);
      this.#tested = address;
      return this.checks.every(({ state }) => state !== 'bad');
    } catch (error) {
      this.wrong = explain(error);
      const reached = REACHED[this.wrong.fault] ?? [['Answers', 'no']];
      this.checks = reached.map(([name, result], i) => ({
        name,
        result,
        state: i === reached.length - 1 ? 'bad' : 'good',
      }));
      return false;
    } finally {
      this.busy = outer;
    }
  }
  /** Uses the node, after a test if there was none; returns whether it is in use. */
  async use(): Promise<boolean> {
    if (this.busy !== '') return false;
    this.busy = 'use';
    try {
      if (this.#tested !== this.#full && !(await this.test())) return false;
      if (this.checks.some(({ state }) => state === 'bad')) return false;
      await this.#session.useNode({ address: this.#full, ...this.#login, trusted: this.trusted });
      return true;
    } catch (error) {
      this.wrong = explain(error);
      return false;
    } finally {
      this.busy = '';
    }
  }
  #read({ height, target_height, synchronized, network, devnet, version, milliseconds }: Found): Check[] {
    const behind = Math.max(0, target_height - height);
    const wanted = this.#session.open ? this.#session.status.network : network;
    return [
      {
        name: 'Answers',
        result: `${count(milliseconds)} ms`,
        state: milliseconds > SLOW_MS ? 'care' : 'good',
      },
      { name: 'Lets browsers in', result: 'yes', state: 'good' },
      {
        name: 'Right network',
        result: nameOf(network, devnet),
        state: network === wanted ? 'good' : 'bad',
      },
      {
        name: 'Newest block',
        result: behind > 0 ? `${count(behind)} behind` : synchronized || devnet ? count(height) : 'not sure',
        state: behind > 0 || !(synchronized || devnet) ? 'care' : 'good',
      },
      { name: 'Version', result: version === '' ? 'does not say' : version, state: 'good' },
    ];
  }
}
