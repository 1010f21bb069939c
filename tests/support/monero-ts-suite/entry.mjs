/**
 * monero-ts's own wallet tests over `ostro/monero-ts`, or over HTTP with the wallet server in WALLET_SERVER, whose wallets are in the folder of this
 * process or in the database WALLET_STORE. Not run as it is: tests/long/parity/monero-ts-suite.test.ts bundles it
 * with the sources of monero-ts's tests, whose `TestMoneroWalletRpc` is extended, and runs it with mocha.
 */
import { existsSync } from 'node:fs';
import * as moneroTs from 'monero-ts';
import { bindMoneroTs } from 'ostro/monero-ts';
import TestMoneroWalletRpc from 'monero-ts-tests/TestMoneroWalletRpc';
import TestUtils from 'monero-ts-tests/utils/TestUtils';

const { NODE_URI: uri, MINER: miner, WALLET_SERVER: server, WALLET_STORE: store } = process.env;
const bound = bindMoneroTs(moneroTs);
const { connectToDaemonRpc } = server ? moneroTs : bound;
const XMR = 10n ** 12n;

Object.assign(TestUtils, {
  NETWORK_TYPE: moneroTs.MoneroNetworkType.MAINNET,
  SEED: process.env.OWNER_SEED,
  ADDRESS: process.env.OWNER_ADDRESS,
  FIRST_RECEIVE_HEIGHT: Number(process.env.FIRST_HEIGHT),
  DAEMON_RPC_CONFIG: { uri, username: '', password: '', rejectUnauthorized: true },
  PROXY_TO_WORKER: false,
  SYNC_PERIOD_IN_MS: 1000,
  // Fees are higher at the beginning of a chain.
  MAX_FEE: XMR / 2n,
  getDaemonRpc: () => (daemon ??= newDaemon()),
});

let daemon;
/** Ends the mining of the node itself, which a test may leave on. */
let stopNode = async () => undefined;
const generate = async (blocks) => {
  const connection = await (await TestUtils.getDaemonRpc()).getRpcConnection();
  for (let left = blocks; left > 0; left -= 20)
    await connection.sendJsonRequest('generateblocks', {
      amount_of_blocks: Math.min(20, left),
      wallet_address: miner,
    });
};
/** It mines a block every four seconds, which wallets see in the pool before, where the tests only want blocks to come. */
const newDaemon = async () => {
  const made = await connectToDaemonRpc(uri);
  let timer;
  stopNode = made.stopMining.bind(made);
  made.startMining = async () => {
    timer ??= setInterval(() => void generate(1).catch(() => undefined), 4000);
  };
  made.getMiningStatus = async () => ({ getIsActive: () => timer !== undefined });
  made.stopMining = async () => {
    clearInterval(timer);
    timer = undefined;
  };
  return made;
};

const withDefaults = async (given) => {
  const config = new moneroTs.MoneroWalletConfig(given);
  const random = !config.getSeed() && !config.getPrimaryAddress() && !config.getPrivateSpendKey();
  if (!config.getPath()) config.setPath(moneroTs.GenUtils.getUUID());
  if (config.getPassword() === undefined) config.setPassword(TestUtils.WALLET_PASSWORD);
  if (!config.getRestoreHeight() && !random) config.setRestoreHeight(0);
  if (!config.getServer() && !config.getConnectionManager())
    config.setServer(await (await TestUtils.getDaemonRpc()).getRpcConnection());
  return config;
};
const began = async (wallet) => {
  const node = await wallet.getDaemonConnection();
  if (node && !node.getUri().includes(TestUtils.OFFLINE_SERVER_URI))
    await wallet.setDaemonConnection(node, true);
  if (await wallet.isConnectedToDaemon()) await wallet.startSyncing(TestUtils.SYNC_PERIOD_IN_MS);
  return wallet;
};

/** What the tests expect to find: accounts and subaddresses with coins, payments out, with payment ids, and whole sweeps. */
const fund = async (wallet) => {
  const addresses = [];
  for (let account = 0; account < 5; account++) {
    if (account > 0) await wallet.createAccount(`account ${account}`);
    for (let index = 0; index < 6; index++) {
      if (index > 0) await wallet.createSubaddress(account, `subaddress ${index}`);
      addresses.push(await wallet.getAddress(account, index));
    }
  }
  for (let round = 0; round < 3; round++)
    for (let at = 0; at < addresses.length; at += 15) {
      const destinations = addresses.slice(at, at + 15).map((address) => ({ address, amount: XMR }));
      await wallet.createTx({ accountIndex: 0, relay: true, destinations });
    }
  await generate(70);
  await wallet.sync();
  for (let i = 0; i < 3; i++) {
    const integrated = await wallet.getIntegratedAddress(undefined, `1000000${i}03284e41`);
    const pay = { accountIndex: 0, relay: true, amount: XMR };
    await wallet.createTx({ ...pay, address: integrated.getIntegratedAddress() });
    await wallet.createTx({
      accountIndex: 1,
      subaddressIndices: [3 + i],
      relay: true,
      address: miner,
      amount: 2n * XMR,
    });
    await wallet.sweepUnlocked({ accountIndex: 4, subaddressIndex: i + 1, address: miner, relay: true });
  }
  await generate(12);
  await wallet.sync();
};

class TestOstroWallet extends TestMoneroWalletRpc {
  /** Nothing is left unconfirmed by the test before. */
  async beforeEach() {
    const daemon = await TestUtils.getDaemonRpc();
    if ((await daemon.getTxPool()).length === 0) return;
    await generate(1);
    await this.wallet?.sync();
  }
  async afterEach({ title, err }) {
    if (!err) return;
    console.error(title, err);
    if (title.includes('mining')) await stopNode().catch(() => undefined);
  }
  async afterAll() {
    await this.daemon?.stopMining();
    await this.wallet?.close(true);
  }
  async getTestWallet() {
    const path = TestUtils.WALLET_NAME;
    const config = {
      path,
      password: TestUtils.WALLET_PASSWORD,
      networkType: TestUtils.NETWORK_TYPE,
      server: uri,
    };
    const isNew = !existsSync(path);
    const wallet = isNew
      ? await bound.createWalletFull({
          ...config,
          seed: TestUtils.SEED,
          restoreHeight: TestUtils.FIRST_RECEIVE_HEIGHT,
        })
      : await bound.openWalletFull(config);
    await wallet.setDaemonConnection(uri, true);
    await wallet.sync();
    if (isNew) await fund(wallet);
    await wallet.startSyncing(TestUtils.SYNC_PERIOD_IN_MS);
    return wallet;
  }
  async openWallet(config) {
    return began(await bound.openWalletFull(await withDefaults(config)));
  }
  async createWallet(config) {
    return began(await bound.createWalletFull(await withDefaults(config)));
  }
  async closeWallet(wallet, save) {
    await wallet.close(save);
  }
  /** As in the tests of the full wallet. */
  async testGetSubaddressAddressOutOfRange() {
    const accounts = await this.wallet.getAccounts(true);
    const last = accounts.length - 1;
    const address = await this.wallet.getAddress(last, accounts[last].getSubaddresses().length);
    if (!address) throw new Error('no address');
  }
}

let funded = false;
/** A server process for each wallet, as monero-ts's own tests start them. */
class TestOstroServer extends TestOstroWallet {
  async getTestWallet() {
    const wallet = await TestUtils.startWalletRpcProcess(uri);
    TestUtils.walletRpc = wallet;
    const config = { path: TestUtils.WALLET_NAME, password: TestUtils.WALLET_PASSWORD };
    const isNew = !funded;
    funded = true;
    if (isNew)
      await wallet.createWallet({
        ...config,
        seed: TestUtils.SEED,
        restoreHeight: TestUtils.FIRST_RECEIVE_HEIGHT,
      });
    else await wallet.openWallet(config);
    await wallet.setDaemonConnection(uri, true);
    await wallet.sync();
    if (isNew) await fund(wallet);
    await wallet.startSyncing(TestUtils.SYNC_PERIOD_IN_MS);
    return wallet;
  }
  async openWallet(config) {
    return TestUtils.openWalletRpc(config);
  }
  async createWallet(config) {
    return TestUtils.createWalletRpc(config);
  }
  async closeWallet(wallet, save) {
    await wallet.close(save);
    await TestUtils.stopWalletRpcProcess(wallet);
  }
  testGetSubaddressAddressOutOfRange() {
    return TestMoneroWalletRpc.prototype.testGetSubaddressAddressOutOfRange.call(this);
  }
}

const ports = new Set();
/** The command line of monero-ts's tests on a regtest chain. */
TestUtils.startWalletRpcProcess = async (node = '', username = '', password = '') => {
  let port = TestUtils.WALLET_RPC_PORT_START;
  while (ports.has(port)) port += 1;
  ports.add(port);
  const { username: user, password: secret } = TestUtils.WALLET_RPC_CONFIG;
  const offline = node.includes(TestUtils.OFFLINE_SERVER_URI);
  const wallet = await moneroTs.connectToWalletRpc([
    ...[process.execPath, server, '--regtest', '--rpc-bind-port', `${port}`],
    ...['--rpc-login', `${user}:${secret}`],
    ...(store ? ['--wallet-store', store] : ['--wallet-dir', '.']),
    ...['--rpc-access-control-origins', TestUtils.WALLET_RPC_ACCESS_CONTROL_ORIGINS],
    ...(offline ? ['--offline'] : node ? ['--daemon-address', node] : []),
    ...(username ? ['--daemon-login', `${username}:${password}`] : []),
  ]);
  portOf.set(wallet, port);
  return wallet;
};
const portOf = new Map();
TestUtils.stopWalletRpcProcess = async (wallet) => {
  await wallet.stopProcess();
  ports.delete(portOf.get(wallet));
};

const Suite = server ? TestOstroServer : TestOstroWallet;
new Suite({
  liteMode: false,
  testNonRelays: true,
  testRelays: true,
  testNotifications: true,
  testResets: false,
}).runTests();
