/** Asks the development node's helper for coins and blocks. Exists only where a devnet.json stands beside the page. */
import type { Devnet } from '../state/model.ts';

type Post = (url: string, init: RequestInit) => Promise<Response>;
const BLOCKS = 10;

export class Faucet {
  busy = $state<'' | 'coins' | 'blocks'>('');
  failed = $state(false);
  readonly #post: Post;

  constructor(post: Post) {
    this.#post = post;
  }
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
    try {
      const headers = { 'content-type': 'application/json' };
      const { ok } = await this.#post(url, { method: 'POST', headers, body: JSON.stringify(body) });
      this.failed = !ok;
      return ok;
    } catch {
      this.failed = true;
      return false;
    } finally {
      this.busy = '';
    }
  }
}
