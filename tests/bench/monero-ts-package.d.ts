/**
 * monero-ts is no dependency (monero-ts-site.ts installs it into a cache): what monero-ts-page.ts uses of it.
 */
declare module 'monero-ts' {
  export interface MoneroTx {
    getFullHex(): string;
  }
  export interface MoneroWallet {
    getPrimaryAddress(): Promise<string>;
    sync(): Promise<{ getNumBlocksFetched(): number }>;
    getOutputs(): Promise<readonly { getIsSpent(): boolean }[]>;
    getBalance(): Promise<bigint>;
    getUnlockedBalance(): Promise<bigint>;
    getAccounts(): Promise<readonly object[]>;
    getHeight(): Promise<number>;
    createTx(config: object): Promise<MoneroTx>;
    sweepUnlocked(config: object): Promise<readonly MoneroTx[]>;
  }
  const moneroTs: {
    readonly MoneroNetworkType: { readonly MAINNET: number };
    readonly MoneroUtils: { getVersion(): string };
    readonly LibraryUtils: {
      loadWasmModule(): Promise<object>;
      invokeWorker(objectId: undefined, name: string, args: readonly unknown[]): Promise<unknown>;
    };
    connectToWalletRpc(config: { readonly uri: string }): Promise<MoneroWallet>;
    createWalletKeys(config: object): Promise<MoneroWallet>;
    createWalletFull(config: object): Promise<MoneroWallet>;
  };
  export default moneroTs;
}
