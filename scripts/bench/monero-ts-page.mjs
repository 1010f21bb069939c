/** The page that drives monero-ts in a browser; bundled into the bench's cache, never part of the project's build. */
import moneroTs from 'monero-ts';

/**
 * @template T
 * @typedef {{ readonly ms: number, readonly value: T }} Timed Milliseconds, and what came out.
 */
/** @typedef {typeof page} MoneroTsPage */

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<Timed<T>>}
 */
const timed = async (work) => {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
};
const network = moneroTs.MoneroNetworkType.MAINNET;
/** @type {import('monero-ts').MoneroWallet | undefined} */
let made;
const wallet = () => {
  if (made === undefined) throw new Error('No wallet was made');
  return made;
};

const page = {
  /**
   * A server of monero-wallet-rpc's kind; its wallet is for the caller to use.
   * @param {string} uri
   */
  connect: (uri) => moneroTs.connectToWalletRpc({ uri }),
  /** Loads the library's WebAssembly in the page and its worker, as a page that is ready would have. */
  warm: async () => {
    await moneroTs.LibraryUtils.loadWasmModule();
    await moneroTs.LibraryUtils.invokeWorker(undefined, 'getWasmMemoryUsed', []).catch(() => undefined);
  },
  /** @param {string} seed */
  keys: (seed) =>
    timed(async () => {
      const config = { networkType: network, seed, proxyToWorker: true };
      return (await moneroTs.createWalletKeys(config)).getPrimaryAddress();
    }),
  /**
   * @param {string} seed
   * @param {string} uri of the daemon
   */
  full: (seed, uri) =>
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
  /** @param {object} config of `createTx`, or with `sweep` of `sweepUnlocked` */
  build: (config) =>
    timed(async () => {
      const unsent = { ...config, relay: false };
      const txs =
        'sweep' in config ? await wallet().sweepUnlocked(unsent) : [await wallet().createTx(unsent)];
      return txs.map((tx) => tx.getFullHex());
    }),
};
Object.assign(globalThis, { bench: page });
