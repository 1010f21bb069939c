/** The list of nodes with their roles, as the worker stores it, and the tests of the listed nodes. */
import type { Params } from '../../../client/client.ts';
import { explain, type Explained } from '../../messages/explain.ts';
import type { NodeAccess } from '../../state/node-access.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner, Tasks } from '../../state/task.ts';
import { askHealth, type Test } from './health.ts';

export interface ListedNode {
  readonly address: string;
  /** The person says that it is their own. */
  readonly own: boolean;
  /** True for the command `ostro --relay`. */
  readonly relay?: boolean;
  /** Another node contradicts what this relay said. */
  readonly liar?: boolean;
  readonly username: string;
  readonly hasPassword: boolean;
}
/** A node as the form gives it; without a password the stored one is kept. */
export type NodeEntry = Omit<ListedNode, 'hasPassword' | 'liar'> & { readonly password?: string };
/** Roles that a node of the list may have beside its rank in it; empty: no node has it. */
export interface Roles {
  readonly send: string;
  readonly compare: string;
}

export class NodesState extends TaskOwner {
  /** In the order in which the wallet reads from them. */
  list = $state.raw<readonly ListedNode[]>([]);
  roles = $state.raw<Roles>({ send: '', compare: '' });
  /** Address of the node that the wallet reads from now. */
  used = $state('');
  /** The wallet chose the node in use by itself, since the first one is away. */
  standIn = $state(false);
  loaded = $state(false);
  /** Why the list was not loaded or not stored. */
  wrong = $state.raw<Explained | undefined>(undefined);
  /** Tests by address. */
  tests = $state.raw<Readonly<Record<string, Test>>>({});
  /** The greatest height among the nodes that answered. */
  readonly highest = $derived(
    Math.max(
      0,
      ...Object.values(this.tests).map((test) => (test.state === 'answered' ? test.health.height : 0)),
    ),
  );
  /** Only in the browser extension. */
  readonly access: NodeAccess | undefined;
  readonly #session: Session;
  readonly #loading = this.latest();
  readonly #testing = this.tasks();
  /** A change is finished also when the screen is left: a removed node loses the extension's permission. */
  readonly #storing = new Tasks();

  constructor(session: Session, access?: NodeAccess) {
    super();
    this.#session = session;
    this.access = access;
  }
  /** Loads the list. Of several calls the last one counts; returns whether this one did. */
  load(): Promise<boolean> {
    return this.#loading.run(async (task) => {
      const [listed] = await task.wait(Promise.allSettled([this.#session.client.call('x_nodes', {})]));
      this.loaded = true;
      if (listed.status === 'rejected') {
        this.wrong = explain(listed.reason);
        return;
      }
      const { nodes, send, compare, used } = listed.value;
      this.list = (nodes ?? []).map(({ address, trusted, username, hasPassword, kind, lie }) => ({
        address,
        own: trusted,
        ...(kind === 'relay' && { relay: true, liar: lie !== undefined }),
        username,
        hasPassword,
      }));
      this.roles = { send, compare };
      this.tests = Object.fromEntries(
        Object.entries(this.tests).filter(([address]) => this.#indexOf(address) !== -1),
      );
      this.used = used.address;
      this.standIn = used.standIn;
      this.wrong = undefined;
    });
  }
  async testAll(): Promise<void> {
    await Promise.all(this.list.map(({ address }) => this.test(address)));
  }
  /** Tests a listed node, with its stored login. */
  async test(address: string): Promise<void> {
    this.keepTest(address, { state: 'asking' });
    await this.#testing.run(async (task) => {
      if (this.access) await task.wait(this.access.load(address));
      this.keepTest(address, await task.wait(askHealth(this.#session.client, { address })));
    });
  }
  /** Tests the node in a click: an extension without access to the node asks the person for it. */
  async testAsked(address: string): Promise<void> {
    await this.#testing.run(async (task) => {
      if (this.access) await task.wait(this.access.ask(address));
      await this.test(address);
    });
  }

  /** Keeps a test that the form has made. */
  keepTest(address: string, test: Test): void {
    this.tests = { ...this.tests, [address]: test };
  }
  /** Moves a node up (-1) or down (1); returns whether it was stored. */
  async move(address: string, by: -1 | 1): Promise<boolean> {
    const from = this.#indexOf(address);
    const to = Math.min(Math.max(from + by, 0), this.list.length - 1);
    const nodes = this.list.filter((node) => node.address !== address);
    return this.#store(nodes.toSpliced(to, 0, this.list[from]!), this.roles);
  }
  /** Counted from 1. */
  rankOf(address: string): number {
    return this.#indexOf(address) + 1;
  }
  /** Forgets the node and its login; its roles end. */
  async remove(address: string): Promise<boolean> {
    const free = (role: string): string => (role === address ? '' : role);
    const { send, compare } = this.roles;
    return this.#store(
      this.list.filter((node) => node.address !== address),
      { send: free(send), compare: free(compare) },
      address,
    );
  }
  async setRole(role: keyof Roles, address: string): Promise<boolean> {
    return this.#store(this.list, { ...this.roles, [role]: address });
  }
  /**
   * Adds a node, or changes the one at the address `old`, which keeps its rank and roles. `first`: it becomes the first
   * of the list; else a new one becomes the last. Returns false when it was not stored (`wrong` says why).
   */
  async put(
    entry: NodeEntry,
    { old: replaces, first }: { old?: string | undefined; first: boolean },
  ): Promise<boolean> {
    const known = replaces !== undefined && this.list.some(({ address }) => address === replaces);
    const changed = known
      ? this.list.map((node) => (node.address === replaces ? entry : node))
      : [...this.list, entry];
    const others = changed.filter((node) => node !== entry);
    const renamed = (role: string): string => (known && role === replaces ? entry.address : role);
    const { send, compare } = this.roles;
    return this.#store(
      first ? [entry, ...others] : changed,
      { send: renamed(send), compare: renamed(compare) },
      known && replaces !== entry.address ? replaces : undefined,
    );
  }

  /** A node that left the list is not the extension's to read any more. */
  async #dropAccess(address: string): Promise<void> {
    await this.access?.drop(
      address,
      this.list.map((node) => node.address),
    );
  }

  #indexOf(address: string): number {
    return this.list.findIndex((node) => node.address === address);
  }
  /** `left`: address of a node that leaves the list. */
  async #store(entries: readonly NodeEntry[], roles: Roles, left?: string): Promise<boolean> {
    const params: Params<'x_set_nodes'> = { nodes: entries.map(toWire), ...roles };
    const done = await this.#storing.run(async (task) => {
      const [stored] = await task.wait(
        Promise.allSettled([this.#session.client.call('x_set_nodes', params)]),
      );
      if (stored.status === 'rejected') {
        this.wrong = explain(stored.reason);
        return;
      }
      await task.wait(Promise.all([this.load(), this.#session.loadStatus()]));
      if (this.wrong === undefined && left !== undefined) await this.#dropAccess(left);
    });
    return done && this.wrong === undefined;
  }
}

const toWire = ({ address, own, relay, username, password }: NodeEntry) => ({
  address,
  trusted: own,
  ...(relay === true && { kind: 'relay' as const }),
  ...(username !== '' && { username, ...(password !== undefined && { password }) }),
});

type Known = Pick<NodesState, 'list' | 'roles' | 'used' | 'standIn'>;

/** The roles of a node of the list, in sentences. */
export function rolesOf(
  { address, own, relay }: Pick<ListedNode, 'address' | 'own' | 'relay'>,
  { list, roles, used, standIn }: Known,
): readonly string[] {
  const compared = roles.compare === address;
  const isFirst = list[0]?.address === address;
  const kind = relay === true ? 'Your relay: it sends the blocks in a small form.' : own && 'Your own node.';
  // The only node does everything.
  const sentences =
    list.length === 1
      ? [kind]
      : [
          kind,
          standIn && used === address && 'Ostro reads from it while the first node is away.',
          isFirst && (standIn ? 'Ostro reads from it again when it is back.' : 'Ostro reads from it.'),
          !isFirst && !compared && 'Ostro reads from it when the nodes above are away.',
          compared && 'Its answers are only compared.',
          roles.send === address && 'It alone gets your payments.',
          roles.send === '' && isFirst && 'Your payments are sent through it.',
        ];
  return sentences.filter((each) => each !== false);
}
