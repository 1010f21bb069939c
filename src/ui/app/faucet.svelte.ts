/** Asks the development node's helper for coins and blocks. Only the development server has one. */
import type { Devnet } from '../state/model.ts';
import { TaskOwner } from '../state/task.ts';

type Post = (url: string, init: RequestInit) => Promise<Response>;
const BLOCKS = 10;

export class Faucet extends TaskOwner {
  busy = $state<'' | 'coins' | 'blocks'>('');
  failed = $state(false);
  /** Transaction id of the coins; empty if the helper does not say it. */
  txid = '';
  readonly #post: Post;
  readonly #asking = this.latest();

  constructor(post: Post) {
    super();
    this.#post = post;
  }
  /** Requests coins; returns whether they come. */
  coins({ control }: Devnet, address: string): Promise<boolean> {
    return this.#ask('coins', `${control}/faucet`, { address });
  }
  mine({ control }: Devnet, blocks = BLOCKS): Promise<boolean> {
    return this.#ask('blocks', `${control}/mine`, { blocks });
  }
  async #ask(what: 'coins' | 'blocks', url: string, body: object): Promise<boolean> {
    if (this.busy !== '') return false;
    this.busy = what;
    this.failed = false;
    const done = await this.#asking.run(async (task) => {
      const answer = await task.wait(this.#answer(url, body).catch(() => undefined));
      this.busy = '';
      this.failed = answer === undefined;
      this.txid = typeof answer?.['txid'] === 'string' ? answer['txid'] : '';
    });
    return done && !this.failed;
  }
  async #answer(url: string, body: object): Promise<Readonly<Record<string, unknown>> | undefined> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#post(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined;
  }
}
