/**
 * Options that a program driving the page sets before the page's script runs, as `globalThis.ostroHost`: a host page
 * of its own, or the server of `npm run wallet-rpc`. Without it there is neither in-page access nor a folder; nothing
 * here can be set later.
 */
export interface Host {
  /** Opens the in-page door: `globalThis.ostroRpc`. */
  readonly rpc?: true;
  /** Calls from other programs, which come in batches (page/server.ts), may read but not change. */
  readonly restricted?: boolean;
  /** False: the page shows nothing, as nobody looks at it. */
  readonly screens?: boolean;
  /** Folder of the wallet files; null: no folder, and no wallet is created or opened by name. */
  readonly folder?: HostFolder | null;
  /** The folder holds this wallet only. */
  readonly only?: string;
  /** Number of scan workers. */
  readonly scanWorkers?: number;
  /** Path on the page's own server that forwards requests: the page may reach no other host. */
  readonly relay?: string;
}
/** Same shape as ports/outside-folder.ts. */
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
