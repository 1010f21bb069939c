/** The user's own node, blocks and transactions. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { HEIGHT, id, XMR } from '../values.ts';

const HASH = '9f'.repeat(32);
const DAY = 86_400;

export const OWN_NODE = {
  x_node_call: ({ address = '', call = '' }, { node, nodes }) => {
    const own = nodes.some((each) => each.address === address && each.trusted);
    if (!own && /^(get_connections|sync_info|[/]stop_daemon|[/]set_)/.test(call))
      throw new Refused(-1, 'node_not_own', { address, call });
    if (call === 'get_bans') throw new Refused(-1, 'node_restricted', { address, call });
    const answer = JSON.stringify({ status: 'OK', untrusted: false, count: node.height }, null, 2);
    return { answer, bytes: answer.length };
  },
  x_node_overview: ({ address = '' }, { now, node }) => {
    if (address.includes('down')) throw new Refused(-1, 'node_unreachable', { address });
    return {
      height: node.height,
      target_height: 0,
      synchronized: true,
      network: 'mainnet',
      version: '0.18.5.3-release',
      offline: false,
      started_at: Math.floor(now / 1000) - 12 * DAY,
      database_size: 268_000_000_000,
      free_space: 731_000_000_000n,
      waiting: 38,
      received: 9_400_000_000,
      sent: 31_200_000_000,
      rules: { version: 16 },
      mining: {
        active: node.threads > 0,
        threads: node.threads,
        speed: 480n * BigInt(node.threads),
        address: node.threads > 0 ? node.minesTo : '',
      },
      peers: {
        outgoing: 12,
        incoming: 31,
        max_outgoing: 12,
        max_incoming: 4_294_967_295,
        tried: 1000,
        untried: 4986,
      },
      connections: [
        {
          address: '203.0.113.9:18080',
          host: '203.0.113.9',
          incoming: false,
          height: 3_381_204n,
          seconds: 7300n,
        },
        {
          address: '198.51.100.21:52110',
          host: '198.51.100.21',
          incoming: true,
          height: 3_381_204n,
          seconds: 95n,
        },
      ],
      bans: [...node.bans].map(([host, seconds]) => ({ host, seconds })),
      limits: node.limits,
      chains: [{ hash: HASH, height: HEIGHT - 40, length: 1 }],
    };
  },
  x_node_mine: ({ threads = 0, mine_to = '' }, { node }) => {
    if (mine_to === 'wrong')
      throw new Refused(-1, 'node_error', { address: 'node', message: 'Failed, wrong address' });
    node.threads = threads;
    node.minesTo = mine_to;
    return {};
  },
  x_node_ban: ({ host = '', seconds = 0 }, { node }) => {
    if (seconds === 0) node.bans.delete(host);
    else node.bans.set(host, seconds);
    return {};
  },
  x_node_limits: ({ down, up }, { node }) => {
    node.limits = { down: down ?? node.limits.down, up: up ?? node.limits.up };
    return {};
  },
  x_node_pop_blocks: ({ blocks = 0 }, { node }) => {
    node.height -= blocks;
    return { height: node.height };
  },
  x_node_prune: ({ check = false }) => ({ pruned: !check }),
  x_node_log: ({ categories }) => ({ categories }),
  x_node_save: () => ({}),
  x_node_stop: () => ({}),

  x_mempool: () => ({
    transactions: 322,
    weight: 702_400,
    block_weight: 300_000,
    bands: [
      { from: 0n, transactions: 1, weight: 2200 },
      { from: 20_000n, transactions: 210, weight: 461_000 },
      { from: 80_000n, transactions: 96, weight: 204_000 },
      { from: 320_000n, transactions: 14, weight: 33_000 },
      { from: 4_000_000n, transactions: 1, weight: 2200 },
    ],
  }),
  x_block: ({ height = 0, hash }, { entries, now }) => {
    if (height > HEIGHT) throw new Refused(-1, 'unknown_block', { at: String(height) });
    const [own] = entries;
    return {
      hash: hash ?? HASH,
      height: hash === undefined ? height : HEIGHT - 7,
      on_chain: true,
      depth: 6,
      major_version: 16,
      minor_version: 16,
      timestamp: Math.floor(now / 1000) - 900,
      prev_hash: 'a1'.repeat(32),
      nonce: 412,
      size: 92_310,
      weight: 92_544,
      difficulty: '412876519280',
      reward: (6n * XMR) / 10n + 3_420_000_000n,
      fees: 3_420_000_000n,
      miner_txid: id(900),
      txids: [...(own ? [own.txid] : []), id(901), id(902)],
      own: own ? [{ txid: own.txid, received: 2n * XMR, spent: 0n }] : [],
      read: true,
    };
  },
  x_transaction: ({ txid = '' }, { entries, now }) => {
    if (txid === '00'.repeat(32)) throw new Refused(-8, 'unknown_tx', { txid });
    const mine = entries.some((entry) => entry.txid === txid);
    // Of the coming rules: each input is one of all coins of the chain.
    const ring_size = txid === id(902) ? 0 : 16;
    return {
      txid,
      version: 2,
      coinbase: false,
      in_pool: false,
      double_spend_seen: false,
      height: HEIGHT - 7,
      timestamp: Math.floor(now / 1000) - 900,
      confirmations: 7,
      size: 2220,
      weight: 2220,
      fee: 122_000_000n,
      unlock_time: 0n,
      inputs: [
        { key_image: id(910), ring_size, ...(mine && { own: (7n * XMR) / 2n }) },
        { key_image: id(911), ring_size },
      ],
      outputs: [
        { key: id(912) },
        { key: id(913), ...(mine && { own: { amount: 2n * XMR, subaddr_index: { major: 0, minor: 0 } } }) },
      ],
    };
  },
} satisfies Partial<Answers>;
