/** The parts of monero-ts that the adapter uses, so far as it uses them. */

/** The node of a wallet or a daemon client, as monero-ts describes it. */
export interface NodeConfig {
  /** Address of the node. */
  readonly uri?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Address of a SOCKS5 proxy. */
  readonly proxyUri?: string | undefined;
}
/** monero-ts's MoneroWalletConfig, or an object with its fields. */
export interface MoneroTsConfig {
  /** File of the wallet; absent: in memory. */
  readonly path?: string | undefined;
  readonly password?: string | undefined;
  /** A MoneroNetworkType: 0 mainnet, 1 testnet, 2 stagenet, or its name. */
  readonly networkType?: number | string | undefined;
  readonly seed?: string | undefined;
  readonly seedOffset?: string | undefined;
  readonly isMultisig?: boolean | undefined;
  readonly primaryAddress?: string | undefined;
  readonly privateViewKey?: string | undefined;
  readonly privateSpendKey?: string | undefined;
  readonly restoreHeight?: number | undefined;
  readonly language?: string | undefined;
  /** The node. Absent: offline. */
  readonly server?: string | NodeConfig | undefined;
  /** Chooses the node, and changes it. */
  readonly connectionManager?: object | undefined;
  readonly accountLookahead?: number | undefined;
  readonly subaddressLookahead?: number | undefined;
  /** The node is on a regtest chain. */
  readonly regtest?: boolean | undefined;
}

/** The exports of monero-ts that the adapter needs. */
export interface MoneroTsLibrary {
  readonly MoneroWalletRpc: new (...given: never[]) => object;
  readonly MoneroWalletConfig: new (...given: never[]) => object;
  readonly MoneroDaemonRpc: {
    new (...given: never[]): object;
    readonly connectToDaemonRpc: (...given: never[]) => Promise<object>;
  };
  readonly MoneroRpcConnection: new (...given: never[]) => object;
  readonly MoneroRpcError: new (...given: never[]) => object;
  readonly MoneroError: new (...given: never[]) => object;
  readonly MoneroSyncResult: new (...given: never[]) => object;
  readonly MoneroWalletListener: new (...given: never[]) => object;
}
