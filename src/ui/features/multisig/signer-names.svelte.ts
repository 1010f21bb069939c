/**
 * The person's names for the other signers, in the wallet file: attributes `ostro.signer.KEY`, which its companion has, too.
 * Tests: tests/unit/ui/signer-names.test.ts.
 */
import { RpcError, type Client } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';

const keyOf = (signer: string): string => `ostro.signer.${signer}`;

export class SignerNames extends Attempts {
  /** Names by the signers' public keys. */
  names = $state.raw<Readonly<Record<string, string>>>({});
  readonly #client: Pick<Client, 'call'>;
  readonly #loading = this.latest();

  constructor(client: Pick<Client, 'call'>) {
    super();
    this.#client = client;
  }
  /** `signers`: public keys in hex. A later list replaces one that is being read. */
  async load(signers: readonly string[]): Promise<boolean> {
    try {
      return await this.#loading.run(async (task) => {
        const found = await task.wait(Promise.all(signers.map((signer) => this.#nameOf(signer))));
        this.names = Object.fromEntries(signers.map((signer, i) => [signer, found[i]!]));
      });
    } catch (error) {
      this.error = error;
      return false;
    }
  }
  /** The name that a screen shows. */
  of(signer: string): string {
    const name = this.names[signer] ?? '';
    return name === '' ? `Signer ${signer.slice(0, 6)}` : name;
  }
  /** Keeps a name; empty: the signer has none. */
  save(signer: string, name: string): Promise<boolean> {
    return this.attempt(async (task) => {
      const value = name.trim();
      await task.wait(this.#client.call('set_attribute', { key: keyOf(signer), value }));
      this.names = { ...this.names, [signer]: value };
    });
  }
  async #nameOf(signer: string): Promise<string> {
    try {
      return (await this.#client.call('get_attribute', { key: keyOf(signer) })).value;
    } catch (error) {
      if (error instanceof RpcError && error.fault === 'attribute_not_found') return '';
      throw error;
    }
  }
}
