/**
 * A private devnet: a regtest daemon mined past maturity, a faucet wallet that owns the coins, and a small control
 * server on loopback by which the page (and the journeys) ask for coins and blocks (devnet-control.mjs).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, startControl } from './devnet-control.mjs';
import { callRpc, mineBlocks, post, startMonerod, startWalletRpc } from './monero.mjs';
import { parseJson } from '../setup/json.mjs';

const FIRST_BLOCKS = 90; // 60 until a reward matures, 16 ring members, and coins to give
const FEE_RESERVE = 100_000_000_000n; // far above any fee here
const OUTPUTS_PER_PAYMENT = 4; // so that the new wallet can pay several times before its change unlocks

/** @typedef {import('./monero.mjs').Server} Server */
/** @typedef {import('./devnet-control.mjs').Payment} Payment */
/**
 * @typedef {object} Devnet
 * @property {string} daemonUrl
 * @property {string} controlUrl
 * @property {() => Promise<void>} stop Ends every child and removes the chain.
 * @property {(listener: (why: string) => void) => void} onDeath Hears of a child that ends by itself.
 */

/**
 * Starts all of it.
 * @param {object} options
 * @param {string} options.bin Folder of Monero's programs.
 * @param {number} [options.daemonPort]
 * @param {number} [options.controlPort]
 * @param {boolean} [options.testHooks] Whether the control server pops blocks and stops the daemon, too.
 * @param {number} [options.blocks] Mined at the start.
 * @returns {Promise<Devnet>}
 */
export async function startDevnet({
  bin,
  daemonPort,
  controlPort = 0,
  testHooks = false,
  blocks = FIRST_BLOCKS,
}) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-devnet-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  /** @type {(() => unknown)[]} */
  const stops = [];
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
    rmSync(dir, { recursive: true, force: true });
  };
  const deaths = watchDeaths();
  try {
    const daemon = await startDaemonIn({ bin, dataDir: folderIn(dir, 'chain'), port: daemonPort, deaths });
    stops.push(daemon.stop);
    const wallet = await startWalletRpc({ bin, dir: folderIn(dir, 'faucet'), daemonUrl: daemon.url });
    stops.push(() => wallet.child.stop());
    deaths.watch(wallet.child);
    const actions = createActions(daemon, await createFaucet(wallet.url));
    if (blocks > 0) await actions.mine(blocks);
    const control = await startControl(actions, { port: controlPort, testHooks });
    stops.push(control.stop);
    return { daemonUrl: daemon.url, controlUrl: control.url, stop, onDeath: deaths.listen };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} dir
 * @param {string} name
 */
const folderIn = (dir, name) => {
  const folder = join(dir, name);
  mkdirSync(folder);
  return folder;
};

/** @typedef {ReturnType<typeof watchDeaths>} Deaths */
const watchDeaths = () => {
  /** @type {Set<(why: string) => void>} */
  const listeners = new Set();
  return {
    listen: (/** @type {(why: string) => void} */ listener) => void listeners.add(listener),
    watch: (/** @type {Server['child']} */ child) =>
      void child.exited.then((why) => {
        if (!child.isStopping()) for (const listener of listeners) listener(`${why}\n${child.tail(5)}`);
      }),
  };
};

/** @typedef {Awaited<ReturnType<typeof startDaemonIn>>} Daemon */
/**
 * A daemon that can be stopped and started again on its chain, at the same port.
 * @param {{ bin: string, dataDir: string, port: number | undefined, deaths: Deaths }} options
 */
const startDaemonIn = async ({ bin, dataDir, port, deaths }) => {
  const begin = async (/** @type {number | undefined} */ wished) => {
    const started = await startMonerod({ bin, dataDir, port: wished });
    deaths.watch(started.child);
    return started;
  };
  const first = await begin(port);
  /** @type {Server | undefined} */
  let running = first;
  return {
    url: first.url,
    runs: () => running !== undefined,
    stop: async () => {
      const { child } = running ?? {};
      running = undefined;
      await child?.stop();
    },
    start: async () => {
      running ??= await begin(first.port);
    },
  };
};

/** @typedef {Awaited<ReturnType<typeof createFaucet>>} Faucet */
/**
 * The wallet that mines and pays, made new.
 * @param {string} url of the wallet server
 */
const createFaucet = async (url) => {
  await callRpc(url, 'create_wallet', { filename: 'faucet', password: '', language: 'English' });
  const { address } = /** @type {{ address: string }} */ (
    await callRpc(url, 'get_address', { account_index: 0 })
  );
  return {
    address,
    /** Piconero that can be spent now. */
    unlocked: async () => {
      await callRpc(url, 'refresh');
      const balance = /** @type {{ unlocked_balance: number }} */ (
        await callRpc(url, 'get_balance', { account_index: 0 })
      );
      return BigInt(balance.unlocked_balance);
    },
    check: async (/** @type {string} */ to) =>
      /** @type {{ valid: boolean, integrated: boolean }} */ (
        await callRpc(url, 'validate_address', { address: to })
      ),
    /**
     * @param {readonly { readonly address: string, readonly amount: number }[]} destinations
     * @returns {Promise<string>} The transaction's id.
     */
    transfer: async (destinations) =>
      /** @type {{ tx_hash: string }} */ (await callRpc(url, 'transfer', { destinations })).tx_hash,
  };
};

/**
 * @param {Daemon} daemon
 * @param {Faucet} faucet
 * @returns {import('./devnet-control.mjs').Actions}
 */
const createActions = (daemon, faucet) => {
  const inTurn = createQueue();
  /**
   * One request after the other, and only while the daemon runs.
   * @template T
   * @param {() => Promise<T>} work
   */
  const withDaemon = (work) =>
    inTurn(() => {
      if (!daemon.runs()) throw new Refusal(503, 'the daemon is stopped');
      return work();
    });
  return {
    info: async () => {
      const counted = daemon.runs() ? await callRpc(daemon.url, 'get_block_count', {}, 5000) : undefined;
      const height = /** @type {{ count: number } | undefined} */ (counted)?.count;
      return { daemon: daemon.url, network: 'regtest', running: daemon.runs(), height };
    },
    mine: (count) =>
      withDaemon(async () => ({ height: await mineBlocks(daemon.url, count, faucet.address) })),
    faucet: (address, amount) => withDaemon(() => pay(daemon.url, faucet, address, amount)),
    pop: (count) =>
      withDaemon(async () => {
        const answer = await post(`${daemon.url}/pop_blocks`, JSON.stringify({ nblocks: count }));
        const { height } = /** @type {{ height: number }} */ (parseJson(answer));
        return { height };
      }),
    stopDaemon: () => inTurn(() => daemon.stop().then(() => ({}))),
    startDaemon: () => inTurn(() => daemon.start().then(() => ({}))),
  };
};

/**
 * @param {string} daemonUrl
 * @param {Faucet} faucet
 * @param {string} address
 * @param {bigint} amount
 * @returns {Promise<Payment>}
 */
const pay = async (daemonUrl, faucet, address, amount) => {
  const { valid, integrated } = await faucet.check(address);
  if (!valid) throw new Refusal(400, 'this is no address of the devnet');
  for (let tries = 0; (await faucet.unlocked()) < amount + FEE_RESERVE; tries++) {
    if (tries === 20) throw new Refusal(503, 'the faucet is empty');
    await mineBlocks(daemonUrl, 10, faucet.address);
  }
  // A transaction may pay an integrated address only once.
  const outputs = integrated || amount < 4n ? 1 : OUTPUTS_PER_PAYMENT;
  const share = amount / BigInt(outputs);
  const first = amount - share * BigInt(outputs - 1);
  const txid = await faucet.transfer(
    Array.from({ length: outputs }, (_, i) => ({ address, amount: Number(i === 0 ? first : share) })),
  );
  return { txid, amount: String(amount), outputs };
};

/** Runs one piece of work after the other; a failure does not keep the next one from running. */
const createQueue = () => {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  const inTurn = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return inTurn;
};
