/** The page that drives monero-ts in a browser; bundled into the bench's cache, never part of the project's build. */
import moneroTs from 'monero-ts';

const timed = async (work) => {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
};
const network = moneroTs.MoneroNetworkType.MAINNET;
let wallet;

globalThis.bench = {
  /** A server of monero-wallet-rpc's kind; its wallet is for the caller to use. */
  connect: (uri) => moneroTs.connectToWalletRpc({ uri }),
  version: () => moneroTs.MoneroUtils.getVersion(),
  /** Loads the library's WebAssembly in the page and its worker, as a page that is ready would have. */
  warm: async () => {
    await moneroTs.LibraryUtils.loadWasmModule();
    await moneroTs.LibraryUtils.invokeWorker(undefined, 'getWasmMemoryUsed', []).catch(() => undefined);
  },
  keys: (seed) =>
    timed(async () => {
      const made = await moneroTs.createWalletKeys({ networkType: network, seed, proxyToWorker: true });
      return made.getPrimaryAddress();
    }),
  full: (seed, uri) =>
    timed(async () => {
      wallet = await moneroTs.createWalletFull({
        networkType: network,
        seed,
        restoreHeight: 0,
        password: '',
        // Block versions as on a test chain: without it the library refuses them.
        regtest: true,
        server: { uri },
        proxyToWorker: true,
      });
      return wallet.getPrimaryAddress();
    }),
  sync: () => timed(async () => (await wallet.sync()).getNumBlocksFetched()),
  found: async () => {
    const outputs = await wallet.getOutputs();
    return {
      balance: await wallet.getBalance(),
      unlocked_balance: await wallet.getUnlockedBalance(),
      accounts: (await wallet.getAccounts()).length,
      outputs: outputs.length,
      spent_outputs: outputs.filter((output) => output.getIsSpent()).length,
      height: await wallet.getHeight(),
    };
  },
  build: (config) =>
    timed(async () => {
      const txs =
        config.sweep === true
          ? await wallet.sweepUnlocked({ ...config, relay: false })
          : [await wallet.createTx({ ...config, relay: false })];
      return txs.map((tx) => tx.getFullHex());
    }),
};
