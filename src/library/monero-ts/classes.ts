/** Instances of monero-ts's classes, so far as the adapter uses them. */
import type { NodeConfig } from './types.ts';

/** An instance of MoneroRpcConnection. */
export interface MoneroTsConnection extends NodeConfig {
  sendJsonRequest(method: string, params?: object): Promise<unknown>;
  sendPathRequest(path: string, params?: object): Promise<unknown>;
}
/** An instance of MoneroWalletRpc, with members that TypeScript hides. */
export interface MoneroTsWalletRpc {
  createWallet(config: object): Promise<unknown>;
  openWallet(config: object): Promise<unknown>;
  setDaemonConnection(node?: string | NodeConfig, trusted?: boolean, ssl?: object): Promise<void>;
  getSeed(): Promise<string | undefined>;
  getHeight(): Promise<number>;
  close(save?: boolean): Promise<void>;
  poll(): Promise<void>;
  checkTxProof(
    txid: string,
    address: string,
    message: string | undefined,
    signature: string,
  ): Promise<object>;
  addListener(listener: object): Promise<void>;
  removeListener(listener: object): Promise<void>;
  announceSyncProgress(
    height: number,
    startHeight: number,
    endHeight: number,
    percentDone: number,
    message: string,
  ): Promise<void>;
  daemonConnection: object | undefined;
}

/** Makes an instance of one of the caller's classes. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller knows of its class
export function instanceOf<T>(
  constructor: new (...given: never[]) => object,
  ...given: readonly unknown[]
): T {
  return new (constructor as unknown as new (...given: readonly unknown[]) => object)(...given) as T;
}
