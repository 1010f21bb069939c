/** Asks the development node's helper for coins and blocks. Only the development server has one. */
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
  /** Requests coins. Returns the transaction id, empty if the helper does not say it; undefined when it failed. */
  async coins({ control }: Devnet, address: string): Promise<string | undefined> {
    const answer = await this.#ask('coins', `${control}/faucet`, { address });
    return answer && (typeof answer['txid'] === 'string' ? answer['txid'] : '');
  }
  async mine({ control }: Devnet, blocks = BLOCKS): Promise<boolean> {
    return (await this.#ask('blocks', `${control}/mine`, { blocks })) !== undefined;
  }
  async #ask(
    what: 'coins' | 'blocks',
    url: string,
    body: object,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (this.busy !== '') return undefined;
    this.busy = what;
    this.failed = false;
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await this.#post(url, { method: 'POST', headers, body: JSON.stringify(body) });
      this.failed = !answer.ok;
      return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined;
    } catch {
      this.failed = true;
      return undefined;
    } finally {
      this.busy = '';
    }
  }
}
