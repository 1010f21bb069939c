/** The form for one node: what is typed, its test, and storing it in the list. */
import { cleanText } from '../../../base/clean-text.ts';
import { isRelayCode, readRelayCode } from '../../../base/relay-code.ts';
import { nodeUrl, type AskingPage } from '../../../base/node-url.ts';
import { IN_EXTENSION } from '../../../base/in-extension.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner, type Task } from '../../state/task.ts';
import { askHealth, refusalOf, type Test } from './health.ts';
import type { ListedNode, NodeEntry, NodesState } from './nodes.svelte.ts';

/** Reasons for which a node cannot be added at all. */
const NEVER = new Set(['bad_node_address', 'node_wrong_network']);

export class NodeForm extends TaskOwner {
  address = $state('');
  username = $state('');
  password = $state('');
  own = $state(false);
  /** True for the command `ostro --relay`. */
  relay = $state(false);
  /** SHA-256 of the certificate that the relay made itself, in hex; empty without. */
  fingerprint = $state('');
  /** The wallet reads from this node. */
  first = $state(false);
  test = $state.raw<Test | undefined>(undefined);
  busy = $state<'' | 'test' | 'store'>('');
  /** Why it was not stored, in one line. */
  wrong = $state('');
  /** The address was found wrong when the person wanted to store it. */
  addressWrong = $state('');
  readonly old: ListedNode | undefined;
  /** The stored password is used, since this is the same address and user name. */
  readonly keepsPassword = $derived.by(() => {
    const { old } = this;
    return old?.hasPassword === true && old.address === this.#full && old.username === this.username;
  });
  /** The node was tested as it is typed, and it does not work: the person may still store it. */
  readonly mayInsist = $derived.by(() => {
    const refusal = refusalOf(this.test);
    return refusal !== undefined && !NEVER.has(refusal.fault);
  });
  readonly #session: Session;
  readonly #nodes: NodesState;
  readonly #page: AskingPage;
  /** The address of a relay's code that was read: its login is for no other one. */
  #coded = '';
  readonly #testing = this.latest();
  readonly #storing = this.latest();

  constructor(
    session: Session,
    nodes: NodesState,
    old?: ListedNode,
    address = '',
    page: AskingPage = thisPage(),
  ) {
    super();
    this.#session = session;
    this.#nodes = nodes;
    this.#page = page;
    this.old = old;
    this.address = old?.address ?? address;
    this.username = old?.username ?? '';
    this.own = old?.own ?? false;
    this.relay = old?.relay ?? false;
    // Someone who adds a node while the one in use does not work wants the new one to be used.
    this.first = old
      ? nodes.list[0]?.address === old.address
      : nodes.list.length === 0 || session.status.problem !== undefined;
  }
  /** Call it when something was typed: the test was one of another node. */
  changed(): void {
    this.cancelTest();
    this.test = undefined;
    this.wrong = '';
    this.addressWrong = '';
    if (isRelayCode(this.address)) this.#readCode();
    else if (this.#coded !== '' && this.#full !== this.#coded) this.#dropCode();
  }
  /** Takes the parts of a relay's code, which was typed or scanned in place of an address. */
  #readCode(): void {
    const code = readRelayCode(this.address);
    if (!code) {
      this.addressWrong = BAD_CODE;
      return;
    }
    this.address = code.address;
    this.username = code.username;
    this.password = code.password;
    this.fingerprint = code.fingerprint;
    this.relay = true;
    this.first = true;
    this.#coded = this.#full;
  }
  #dropCode(): void {
    this.#coded = this.username = this.password = this.fingerprint = '';
    this.relay = false;
  }
  /** Ends a test that runs: a node that does not answer may take half a minute. Its answer is dropped. */
  cancelTest(): void {
    if (this.busy !== 'test') return;
    this.#testing.end();
    this.test = undefined;
    this.busy = '';
  }
  /** Returns whether the node was tested: false if the test was cancelled. */
  async runTest(): Promise<boolean> {
    if (this.busy !== '' || !this.#checkAddress()) return false;
    return this.#testing.run((task) => this.#runTest(task));
  }
  async #runTest(task: Task): Promise<void> {
    this.busy = 'test';
    this.test = { state: 'asking' };
    this.address = this.#full;
    // First, within the click.
    if (this.#nodes.access) await task.wait(this.#nodes.access.ask(this.address));
    const { username } = this;
    const login = username === '' || this.#usesStored ? {} : { username, password: this.password };
    this.test = await task.wait(askHealth(this.#session.client, { address: this.address, ...login }));
    this.busy = '';
  }
  /** Stores the node after a test; one that does not work only when the person asks once more. Returns whether. */
  async submit(): Promise<boolean> {
    if (this.busy !== '' || !this.#checkAddress()) return false;
    if (!this.mayInsist) {
      if (this.test === undefined && !(await this.runTest())) return false;
      if (this.test?.state !== 'answered' || refusalOf(this.test) !== undefined) return false;
    }
    return this.#store();
  }
  async #store(): Promise<boolean> {
    this.busy = 'store';
    let stored = false;
    const done = await this.#storing.run(async (task) => {
      stored = await task.wait(this.#nodes.put(this.#entry, { old: this.old?.address, first: this.first }));
      this.busy = '';
      if (stored && this.test) this.#nodes.keepTest(this.#full, this.test);
      if (!stored)
        this.wrong = this.#nodes.wrong ? `${this.#nodes.wrong.what} ${this.#nodes.wrong.then}` : '';
    });
    return done && stored;
  }

  get #entry(): NodeEntry {
    const { own, relay, username, password } = this;
    return {
      address: this.#full,
      own,
      ...(relay && { relay }),
      username,
      ...(!this.#usesStored && { password }),
    };
  }
  get #usesStored(): boolean {
    return this.keepsPassword && this.password === '';
  }
  /** The typed address, with the scheme that a browser needs. */
  get #full(): string {
    return withScheme(cleanText(this.address).trim().replace(/\/+$/, ''), this.#page);
  }
  #checkAddress(): boolean {
    const others = this.#nodes.list.filter(({ address }) => address !== this.old?.address);
    this.addressWrong =
      this.#full === ''
        ? 'Enter the address of the node. It looks like https://node.example:18089.'
        : others.some(({ address }) => address === this.#full)
          ? 'This node is in your list already.'
          : isRelayCode(this.#full)
            ? BAD_CODE
            : '';
    return this.addressWrong === '';
  }
}

const BAD_CODE = 'This code is not whole. Scan it again, or copy all of it.';

/** The typed text with a scheme; unchanged if it has one or is no URL. */
export function withScheme(typed: string, page: AskingPage = thisPage()): string {
  const url = typed.includes('://') ? undefined : nodeUrl(typed, page);
  return url ? `${url.protocol}//${typed}` : typed;
}

/** Outside a browser it counts as one over https, which may ask the fewest nodes. */
const thisPage = (): AskingPage => {
  const { location } = globalThis as { readonly location?: Location };
  return {
    secure: location?.protocol !== 'http:',
    hostname: location?.hostname ?? '',
    extension: IN_EXTENSION,
  };
};
