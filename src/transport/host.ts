/**
 * Options that a program sets before the page's script runs, as `globalThis.ostroHost`: a host page, or
 * `npm run app-rpc`. Without them there is no in-page access and no folder. They cannot be set later.
 */
export interface Host {
  /** Allows in-page access: `globalThis.ostroRpc`. */
  readonly rpc?: true;
  /** Batched calls of other programs (page/server.ts) may read but not change anything. */
  readonly restricted?: boolean;
  /** The version of monero-wallet-rpc that answers to batched calls resemble. Default: release. */
  readonly compat?: 'release' | 'master';
  /** False: do not show any screen, since no person sees the page. */
  readonly screens?: boolean;
  /** Folder of the wallet files; null: no folder, so no wallet can be created or opened by name. */
  readonly folder?: HostFolder | null;
  /** The only wallet of the folder that may be used. */
  readonly only?: string;
  /** The network of all wallets; without it, new wallets are on the network of the node. */
  readonly network?: 'mainnet' | 'stagenet' | 'testnet';
  /** Only nodes of a regtest chain are right, also on other machines; `network` is mainnet then. */
  readonly regtest?: true;
  readonly scanWorkers?: number;
  /** Path on the page's server that forwards requests to nodes: the page itself may reach no other host. */
  readonly relay?: string;
}
/** Functions of a wallet folder, as in ports/wallet-folder.ts. */
export interface HostFolder {
  list(): Promise<readonly string[]>;
  read(
    name: string,
    known?: string,
  ): Promise<
    | {
        readonly version: string;
        readonly cache?: Uint8Array | undefined;
        readonly keys?: Uint8Array | undefined;
        readonly copy?: string | undefined;
      }
    | undefined
  >;
  write(
    name: string,
    files: {
      readonly cache?: Uint8Array | undefined;
      readonly keys?: Uint8Array | undefined;
      readonly aside?: boolean;
    },
  ): Promise<void>;
  append(name: string, at: number, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  claim(name: string, onLost?: () => void): Promise<boolean>;
  confirm?(name: string): Promise<void>;
  release(name: string): Promise<void>;
  remember(name: string, copy: string | undefined): Promise<void>;
}

export function readHost(page: object): Host | undefined {
  const { ostroHost } = page as { readonly ostroHost?: unknown };
  return typeof ostroHost === 'object' && ostroHost !== null ? ostroHost : undefined;
}
