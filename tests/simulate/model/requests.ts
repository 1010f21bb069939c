/** What nodes learn: requests are of a closed list, and none has a secret, an address or an amount of the wallets. */
import { toHex } from '../../../src/base/hex.ts';
import { parseJson } from '../../../src/base/json.ts';
import type { Person } from '../../unit/wallet/test-money.ts';
import { Broken } from '../broken.ts';
import type { Seen } from '../node.ts';

const PATHS = new Set([
  '/getblocks.bin',
  '/get_info',
  '/get_transaction_pool_hashes',
  '/get_transaction_pool_stats',
  '/get_transactions',
  '/get_outs.bin',
  '/get_output_distribution.bin',
  '/send_raw_transaction',
  '/json_rpc',
]);
const METHODS = new Set([
  'get_version',
  'hard_fork_info',
  'get_fee_estimate',
  'get_txpool_backlog',
  'get_block_headers_range',
]);

/** Only for a node that the person owns, when the person asks for it. */
const OWN_NODE = '/is_key_image_spent';

export interface Requests {
  /** A program asked the wallet to look its spends up at its node. */
  allowLookUp(): void;
  /** A request reached a node. */
  check(seen: Seen): void;
  /** A payment with this amount was asked for. */
  addAmount(amount: bigint): void;
  /** A node has shown this transaction, or was sent it. */
  shown(id: string): void;
}

export function createRequests(persons: readonly Person[]): Requests {
  const secrets = persons.flatMap(({ account: { viewSecret, spendSecret, spendPublic, viewPublic } }) =>
    [viewSecret, spendSecret!, spendPublic, viewPublic].flatMap((key) => [
      Buffer.from(key),
      Buffer.from(toHex(key)),
    ]),
  );
  const addresses = persons.flatMap(({ text }) => [0, 1, 2].map((minor) => Buffer.from(text(0, minor))));
  const amounts: Buffer[] = [];
  const known = new Set<string>();
  /** Bodies in which none of these was found: most requests are like an earlier one. */
  const clean = new Set<string>();
  let mayLookUp = false;
  const searchSecrets = ({ node, path }: Seen, bytes: Buffer): void => {
    const text = bytes.toString('latin1');
    if (clean.has(text)) return;
    if ([...secrets, ...addresses].some((each) => bytes.includes(each)))
      throw new Broken('secret in a request', `${path} to ${node}`);
    if (amounts.some((each) => bytes.includes(each)))
      throw new Broken('amount in a request', `${path} to ${node}`);
    if (bytes.length < 200) clean.add(text);
  };
  return {
    allowLookUp: () => {
      mayLookUp = true;
    },
    addAmount: (amount) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(amount);
      amounts.push(bytes, Buffer.from(String(amount)));
      clean.clear();
      if (amounts.length > 40) amounts.splice(0, 2);
    },
    shown: (id) => {
      known.add(id);
    },
    check: (seen) => {
      const { node, path, body } = seen;
      if (!PATHS.has(path) && !(mayLookUp && path === OWN_NODE))
        throw new Broken('private question', `${path} to ${node}`);
      const bytes = Buffer.from(body);
      searchSecrets(seen, bytes);
      if (path === '/json_rpc') {
        const { method } = parseJson(bytes.toString()) as unknown as { readonly method: string };
        if (!METHODS.has(method)) throw new Broken('private question', `${method} to ${node}`);
      }
      if (path !== '/get_transactions') return;
      const { txs_hashes: ids } = parseJson(bytes.toString()) as unknown as { readonly txs_hashes: string[] };
      const own = ids.find((id) => !known.has(id));
      if (own !== undefined) throw new Broken('private question', `about transaction ${own} to ${node}`);
    },
  };
}
