/** The node of the list to which the node console makes its calls. */
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';

export interface ConsoleNode {
  readonly address: string;
  readonly own: boolean;
}

export class NodeChoice extends TaskOwner {
  list = $state.raw<readonly ConsoleNode[]>([]);
  /** Address of the chosen node; empty without a node. */
  chosen = $state('');
  loaded = $state(false);
  /** Why the list was not loaded. */
  wrong = $state.raw<unknown>(undefined);
  readonly #session: Session;
  readonly #wanted: string | undefined;
  readonly #loading = this.latest();

  /** `wanted`: address of the node that is chosen first; else the first that is one's own, else the first. */
  constructor(session: Session, wanted?: string) {
    super();
    this.#session = session;
    this.#wanted = wanted;
  }
  /** The chosen node is marked as one's own. */
  get own(): boolean {
    return this.list.some(({ address, own }) => own && address === this.chosen);
  }
  async load(): Promise<void> {
    await this.#loading.run(async (task) => {
      const [listed] = await task.wait(Promise.allSettled([this.#session.client.call('x_nodes', {})]));
      this.loaded = true;
      if (listed.status === 'rejected') {
        this.wrong = listed.reason;
        return;
      }
      const { nodes = [] } = listed.value;
      this.list = nodes.map(({ address, trusted }) => ({ address, own: trusted }));
      const first =
        this.list.find(({ address }) => address === this.#wanted) ??
        this.list.find(({ own }) => own) ??
        this.list[0];
      this.chosen = first?.address ?? '';
    });
  }
}
