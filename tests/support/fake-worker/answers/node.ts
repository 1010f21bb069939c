/** The node, and OpenAlias names. */
import type { Result } from '../../../../src/rpc/contract.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { HEIGHT, PASSWORD, XMR, xmr } from '../values.ts';

export const NODE = {
  x_resolver: ({ resolver = '' }) => ({ resolver }),
  x_set_node: ({ address = '', trusted = false }, fake) => {
    fake.status.node = { address, trusted };
    delete fake.status.problem;
    if (fake.wallet !== '') fake.status.phase = 'done';
    return {};
  },
  x_nodes: (_params, fake) => ({
    nodes: fake.nodes,
    ...fake.roles,
    used: { address: fake.status.node.address, stand_in: false },
  }),
  x_set_nodes: ({ nodes = [], send = '', compare = '' }, fake) => {
    const stored = new Map(fake.nodes.map((node) => [node.address, node]));
    fake.roles = { send, compare };
    fake.useNodes(
      nodes.map(({ address = '', trusted = false, username = '', password }) => ({
        address,
        trusted,
        username,
        has_password: password !== undefined ? password !== '' : stored.get(address)?.has_password === true,
      })),
    );
    return {};
  },
  x_node_health: ({ address = '' }) => healthOf(address),
  refresh: () => ({ blocks_fetched: 0, received_money: false }),
  rescan_blockchain: () => ({}),
  set_subaddress_lookahead: ({ password }) => {
    if (password !== PASSWORD) throw new Refused(-22, 'wrong_password');
    return {};
  },
  validate_address: ({ address = '' }) => {
    const valid = /^[48][1-9A-HJ-NP-Za-km-z]{94}$/.test(address);
    return {
      valid: valid || address.startsWith('5'),
      integrated: false,
      subaddress: address.startsWith('8'),
      nettype: address.startsWith('5') ? 'stagenet' : valid ? 'mainnet' : '',
      openalias_address: '',
    };
  },
  x_parse_uri: ({ uri = '' }) => {
    const match = /^monero:([\w;]+)(?:\?(.*))?$/s.exec(uri);
    const bad = (reason: string) => new Refused(-11, 'bad_uri', { reason, text: uri });
    if (match === null) throw bad('scheme');
    const query = new URLSearchParams(match[2] ?? '');
    const addresses = match[1]!.split(';');
    const amounts = (query.get('tx_amount') ?? '0').split(';');
    const names = (query.get('recipient_name') ?? '').split(';');
    if (query.has('tx_currency')) throw bad('currency');
    if (new Set(query.keys()).size < [...query].length) throw bad('duplicate');
    if (amounts.length !== addresses.length) throw bad('unequal_counts');
    if (!amounts.every((amount) => /^[\d.]+$/.test(amount))) throw bad('amount');
    return {
      recipients: addresses.map((address, i) => ({
        address,
        amount: xmr(amounts[i] ?? '0'),
        name: names[i] ?? '',
      })),
      description: query.get('tx_description') ?? '',
      payment_id: query.get('tx_payment_id') ?? '',
      unknown_parameters: [...query]
        .map((field) => field.join('='))
        .filter((field) => !/^(?:tx_|recipient_)/.test(field)),
    };
  },
  make_uri: ({ address = '', amount = 0n }) => {
    const decimals = (amount % XMR).toString().padStart(12, '0').replace(/0+$/, '');
    return { uri: `monero:${address}${amount > 0n ? `?tx_amount=${amount / XMR}.${decimals}` : ''}` };
  },
} satisfies Partial<Answers>;

/** What each host of the made-up nodes says. */
const healthOf = (address: string): Result<'x_node_health'> => {
  const says = (host: string): boolean => address.includes(`//${host}.example`);
  if (!/^https?:\/\//.test(address)) throw new Refused(-1, 'bad_node_address', { address });
  if (says('cors')) throw new Refused(-1, 'node_unreachable', { address, hint: 'hidden_by_browser' });
  if (says('down')) throw new Refused(-1, 'node_unreachable', { address });
  if (says('login')) throw new Refused(-1, 'node_login', { address, tried: false });
  const good = {
    height: HEIGHT,
    target_height: 0,
    synchronized: true,
    network: 'mainnet',
    devnet: false,
    version: '',
    restricted: true,
    milliseconds: 412,
    pool_size: 34,
    fees: [20_000n, 80_000n, 320_000n, 4_000_000n],
    rpc_version: { major: 3, minor: 16 },
    rules_version: 16,
    database_size: 279_172_874_240,
  };
  if (says('late')) return { ...good, height: HEIGHT - 7 };
  if (says('stagenet')) {
    const data = { address, expected: 'mainnet', actual: 'stagenet' };
    return { ...good, network: 'stagenet', problem: { fault: 'node_wrong_network', data } };
  }
  if (!says('node')) return good;
  return {
    ...good,
    version: '0.18.5.1-release',
    restricted: false,
    milliseconds: 84,
    database_size: 278_113_906_688,
    free_space: 612_000_000_000n,
    peers_out: 12,
    peers_in: 31,
  };
};
