/**
 * What whoever drives the page may set before its script runs, as `globalThis.ostroHost`: a host page of its own, or
 * the server of `npm run wallet-rpc`. Without it there is no door and no folder; nothing here can be set later.
 */
export interface Host {
  /** Opens the in-page door: `globalThis.ostroRpc`. */
  readonly rpc?: true;
  /** Requests of others, which come in batches (page/server.ts), may only look, not change. */
  readonly restricted?: boolean;
  /** False: nobody looks at the page; it shows nothing. */
  readonly screens?: boolean;
  /** Where wallets lie as files; null: nowhere, none is made or opened by name. */
  readonly folder?: HostFolder | null;
  /** The folder is for this wallet alone. */
  readonly only?: string;
  /** How many workers scan. */
  readonly scanWorkers?: number;
  /** A path of the page's own server that asks others on: the page may reach nobody else. */
  readonly relay?: string;
}
/** The shape of ports/outside-folder.ts. */
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
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  remember(name: string, copy: string | undefined): Promise<void>;
}

export function readHost(page: object): Host | undefined {
  const { ostroHost } = page as { readonly ostroHost?: unknown };
  return typeof ostroHost === 'object' && ostroHost !== null ? ostroHost : undefined;
}
