/** The node of the list to which the node console makes its calls. */
import type { Session } from '../../state/session.svelte.ts';

export interface ConsoleNode {
  readonly address: string;
  readonly own: boolean;
}

export class NodeChoice {
  list = $state.raw<readonly ConsoleNode[]>([]);
  /** Its address; empty without a node. */
  chosen = $state('');
  loaded = $state(false);
  /** Why the list was not loaded. */
  wrong = $state.raw<unknown>(undefined);
  readonly #session: Session;
  readonly #wanted: string | undefined;

  /** `wanted`: address of the node that is chosen first; else the first that is one's own, else the first. */
  constructor(session: Session, wanted?: string) {
    this.#session = session;
    this.#wanted = wanted;
  }
  /** The chosen node is marked as one's own. */
  get own(): boolean {
    return this.list.some(({ address, own }) => own && address === this.chosen);
  }
  async load(): Promise<void> {
    try {
      const { nodes = [] } = await this.#session.client.call('x_nodes', {});
      this.list = nodes.map(({ address, trusted }) => ({ address, own: trusted }));
      const first =
        this.list.find(({ address }) => address === this.#wanted) ??
        this.list.find(({ own }) => own) ??
        this.list[0];
      this.chosen = first?.address ?? '';
    } catch (error) {
      this.wrong = error;
    }
    this.loaded = true;
  }
}
