/**
 * A private devnet: a regtest daemon mined past maturity, a faucet wallet that owns the coins, and a small control
 * server on loopback by which the page (and the journeys) ask for coins and blocks.
 *
 *   GET  /info                        {daemon, network, height}
 *   POST /faucet {address, amount?}   pays real coins; amount in piconero as a decimal string, 10 XMR if absent
 *                                     answers {txid, amount, outputs}
 *   POST /mine   {blocks}             1 to 100; answers {height}
 *   with `testHooks` also  POST /pop {blocks} -> {height},  POST /daemon/stop,  POST /daemon/start
 *
 * Errors are {error: sentence}. Answers go to loopback pages only, and a request must be JSON, so that no other
 * site's page can press the buttons behind the user's back.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callRpc, mineBlocks, post, startMonerod, startWalletRpc } from './monero.mjs';

const firstBlocks = 90; // 60 until a reward matures, 16 ring members, and coins to give
const defaultAmount = 10_000_000_000_000n;
const maxAmount = 500_000_000_000_000n;
const feeReserve = 100_000_000_000n; // far above any fee here
const outputsPerPayment = 4; // so that the new wallet can pay several times before its change unlocks

/** A request that cannot be served as asked; the sentence is for the one who asked. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts all of it. Answers {daemonUrl, controlUrl, stop(), onDeath(listener), faucet, mine, pop, stopDaemon,
 * startDaemon}. `stop` ends every child and removes the chain.
 */
export async function startDevnet({
  bin,
  daemonPort = undefined,
  controlPort = 0,
  testHooks = false,
  blocks = firstBlocks,
}) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-devnet-'));
  const chain = join(dir, 'chain');
  const wallets = join(dir, 'faucet');
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(chain);
  mkdirSync(wallets);

  const deathListeners = new Set();
  const watch = (child) =>
    void child.exited.then((why) => {
      if (!child.isStopping()) for (const listener of deathListeners) listener(`${why}\n${child.tail(5)}`);
    });

  let daemon;
  let wallet;
  let server;
  const stop = async () => {
    server?.closeAllConnections();
    server?.close();
    await Promise.all([wallet?.child.stop(), daemon?.child.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };

  try {
    daemon = await startMonerod({ bin, dataDir: chain, port: daemonPort });
    wallet = await startWalletRpc({ bin, dir: wallets, daemonUrl: daemon.url });
    watch(daemon.child);
    watch(wallet.child);
    await callRpc(wallet.url, 'create_wallet', { filename: 'faucet', password: '', language: 'English' });
    const { address: faucetAddress } = await callRpc(wallet.url, 'get_address', { account_index: 0 });
    const daemonUrl = daemon.url;
    let daemonRuns = true;

    // One thing at a time: the wallet server answers one call at a time anyway, and a payment is several.
    let queue = Promise.resolve();
    const inTurn = (work) => {
      const turn = queue.then(work);
      queue = turn.catch(() => {});
      return turn;
    };
    const needDaemon = () => {
      if (!daemonRuns) throw new Refusal(503, 'the daemon is stopped');
    };

    const mine = (count) =>
      inTurn(async () => {
        needDaemon();
        return { height: await mineBlocks(daemonUrl, count, faucetAddress) };
      });

    const unlocked = async () => {
      await callRpc(wallet.url, 'refresh');
      return BigInt((await callRpc(wallet.url, 'get_balance', { account_index: 0 })).unlocked_balance);
    };

    const faucet = (address, amount = defaultAmount) =>
      inTurn(async () => {
        needDaemon();
        const valid = await callRpc(wallet.url, 'validate_address', { address });
        if (!valid.valid) throw new Refusal(400, 'this is no address of the devnet');
        for (let tries = 0; (await unlocked()) < amount + feeReserve; tries++) {
          if (tries === 20) throw new Refusal(503, 'the faucet is empty');
          await mineBlocks(daemonUrl, 10, faucetAddress);
        }
        // An integrated address may stand in a transaction only once.
        const count = valid.integrated || amount < 4n ? 1n : BigInt(outputsPerPayment);
        const share = amount / count;
        const destinations = Array.from({ length: Number(count) }, (_, i) => ({
          address,
          amount: Number(i === 0 ? amount - share * (count - 1n) : share),
        }));
        const { tx_hash } = await callRpc(wallet.url, 'transfer', { destinations });
        return { txid: tx_hash, amount: String(amount), outputs: Number(count) };
      });

    const info = async () => {
      const height = daemonRuns ? (await callRpc(daemonUrl, 'get_block_count', {}, 5000)).count : undefined;
      return { daemon: daemonUrl, network: 'regtest', running: daemonRuns, height };
    };

    const pop = (count) =>
      inTurn(async () => {
        needDaemon();
        const { height } = JSON.parse(
          await post(`${daemonUrl}/pop_blocks`, JSON.stringify({ nblocks: count })),
        );
        return { height };
      });

    const stopDaemon = () =>
      inTurn(async () => {
        if (!daemonRuns) return {};
        daemonRuns = false;
        await daemon.child.stop();
        return {};
      });

    const startDaemon = () =>
      inTurn(async () => {
        if (daemonRuns) return {};
        daemon = await startMonerod({ bin, dataDir: chain, port: daemon.port });
        watch(daemon.child);
        daemonRuns = true;
        return {};
      });

    const routes = {
      'GET /info': info,
      'POST /mine': (body) => mine(count(body.blocks)),
      'POST /faucet': (body) => faucet(text(body.address, 'address'), piconero(body.amount)),
      ...(testHooks && {
        'POST /pop': (body) => pop(count(body.blocks)),
        'POST /daemon/stop': stopDaemon,
        'POST /daemon/start': startDaemon,
      }),
    };

    if (blocks > 0) await mine(blocks);
    server = createServer((req, res) => void answer(routes, req, res));
    const boundPort = await listen(server, controlPort);
    return {
      daemonUrl,
      controlUrl: `http://127.0.0.1:${boundPort}`,
      faucet,
      mine,
      pop,
      stopDaemon,
      startDaemon,
      stop,
      onDeath: (listener) => void deathListeners.add(listener),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server.address().port));
  });

const answer = async (routes, req, res) => {
  const origin = req.headers.origin;
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'Origin' };
  const reply = (status, body) => {
    res.writeHead(status, headers);
    res.end(JSON.stringify(body));
  };
  // The host is checked too: a foreign name that resolves to loopback must not pass for us.
  if (!isLoopback(`http://${req.headers.host}`) || (origin !== undefined && !isLoopback(origin))) {
    return reply(403, { error: 'only pages on this machine may ask' });
  }
  if (origin !== undefined) headers['access-control-allow-origin'] = origin;
  if (req.method === 'OPTIONS') {
    headers['access-control-allow-headers'] = 'content-type';
    headers['access-control-allow-methods'] = 'GET, POST';
    headers['access-control-allow-private-network'] = 'true';
    return reply(200, {});
  }
  const route = routes[`${req.method} ${req.url.split('?')[0]}`];
  if (route === undefined) return reply(404, { error: 'no such request' });
  try {
    const body = req.method === 'POST' ? await readBody(req) : {};
    reply(200, await route(body));
  } catch (error) {
    reply(error instanceof Refusal ? error.status : 502, { error: error.message });
  }
};

const isLoopback = (url) => {
  try {
    const { hostname } = new URL(url);
    return hostname === '127.0.0.1' || hostname === '[::1]' || /(^|\.)localhost$/.test(hostname);
  } catch {
    return false;
  }
};

const readBody = async (req) => {
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, 'JSON is needed');
  let text = '';
  for await (const part of req.setEncoding('utf8')) {
    text += part;
    if (text.length > 10_000) throw new Refusal(413, 'too long');
  }
  try {
    const body = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'malformed JSON');
};

const text = (value, name) => {
  if (typeof value !== 'string' || value === '' || value.length > 200)
    throw new Refusal(400, `${name} is missing`);
  return value;
};

const count = (value) => {
  if (!Number.isInteger(value) || value < 1 || value > 100) throw new Refusal(400, 'blocks must be 1 to 100');
  return value;
};

const piconero = (value) => {
  if (value === undefined) return defaultAmount;
  const amount = typeof value === 'string' && /^[0-9]{1,19}$/.test(value) ? BigInt(value) : 0n;
  if (amount < 1n || amount > maxAmount) {
    throw new Refusal(400, `amount must be a string of 1 to ${maxAmount} piconero`);
  }
  return amount;
};
