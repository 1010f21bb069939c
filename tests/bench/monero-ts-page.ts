/** The page that drives monero-ts in a browser; bundled into the bench's cache, never part of the project's build. */
import moneroTs from 'monero-ts';
import type { MoneroWallet } from 'monero-ts';

/** Milliseconds, and what came out. */
interface Timed<T> {
  readonly ms: number;
  readonly value: T;
}
export type MoneroTsPage = typeof page;

const timed = async <T>(work: () => Promise<T>): Promise<Timed<T>> => {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
};
const network = moneroTs.MoneroNetworkType.MAINNET;
let made: MoneroWallet | undefined;
const wallet = () => {
  if (made === undefined) throw new Error('No wallet was made');
  return made;
};

const page = {
  /** A server of monero-wallet-rpc's kind; its wallet is for the caller to use. */
  connect: (uri: string) => moneroTs.connectToWalletRpc({ uri }),
  /** Loads the library's WebAssembly in the page and its worker, as a page that is ready would have. */
  warm: async () => {
    await moneroTs.LibraryUtils.loadWasmModule();
    await moneroTs.LibraryUtils.invokeWorker(undefined, 'getWasmMemoryUsed', []).catch(() => undefined);
  },
  keys: (seed: string) =>
    timed(async () => {
      const config = { networkType: network, seed, proxyToWorker: true };
      return (await moneroTs.createWalletKeys(config)).getPrimaryAddress();
    }),
  /** `uri`: of the daemon */
  full: (seed: string, uri: string) =>
    timed(async () => {
      made = await moneroTs.createWalletFull({
        networkType: network,
        seed,
        restoreHeight: 0,
        password: '',
        // Block versions as on a test chain: without it the library refuses them.
        regtest: true,
        server: { uri },
        proxyToWorker: true,
      });
      return made.getPrimaryAddress();
    }),
  sync: () => timed(async () => (await wallet().sync()).getNumBlocksFetched()),
  found: async () => {
    const outputs = await wallet().getOutputs();
    return {
      balance: await wallet().getBalance(),
      unlocked_balance: await wallet().getUnlockedBalance(),
      accounts: (await wallet().getAccounts()).length,
      outputs: outputs.length,
      spent_outputs: outputs.filter((output) => output.getIsSpent()).length,
      height: await wallet().getHeight(),
    };
  },
  /** `config`: of `createTx`, or with `sweep` of `sweepUnlocked` */
  build: (config: object) =>
    timed(async () => {
      const unsent = { ...config, relay: false };
      const txs =
        'sweep' in config ? await wallet().sweepUnlocked(unsent) : [await wallet().createTx(unsent)];
      return txs.map((tx) => tx.getFullHex());
    }),
};
Object.assign(globalThis, { bench: page });
