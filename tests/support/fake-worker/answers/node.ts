/** The node, and OpenAlias names. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { HEIGHT, XMR, xmr } from '../values.ts';

export const NODE = {
  x_resolver: ({ resolver = '' }) => ({ resolver }),
  x_set_node: ({ address = '', trusted = false }, fake) => {
    fake.status.node = { address, trusted };
    delete fake.status.problem;
    if (fake.wallet !== '') fake.status.phase = 'done';
    return {};
  },
  x_check_node: ({ address = '' }) => {
    if (address.includes('cors'))
      throw new Refused(-1, 'node_unreachable', { address, hint: 'hidden_by_browser' });
    if (address.includes('down')) throw new Refused(-1, 'node_unreachable', { address });
    if (!/^https?:\/\//.test(address)) throw new Refused(-1, 'bad_node_address', { address });
    return {
      height: HEIGHT - 3,
      target_height: HEIGHT,
      synchronized: true,
      network: 'mainnet',
      devnet: false,
      version: '0.18.4.0',
      milliseconds: 84,
    };
  },
  refresh: () => ({ blocks_fetched: 0, received_money: false }),
  rescan_blockchain: () => ({}),
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
  parse_uri: ({ uri = '' }) => {
    const match = /^monero:(\w+)(?:\?(.*))?$/.exec(uri);
    if (match === null) throw new Refused(-11, 'bad_uri', { reason: 'scheme' });
    const query = new URLSearchParams(match[2] ?? '');
    return {
      uri: {
        address: match[1]!,
        amount: xmr(query.get('tx_amount') ?? '0'),
        payment_id: '',
        recipient_name: query.get('recipient_name') ?? '',
        tx_description: query.get('tx_description') ?? '',
      },
    };
  },
  make_uri: ({ address = '', amount = 0n }) => {
    const decimals = (amount % XMR).toString().padStart(12, '0').replace(/0+$/, '');
    return { uri: `monero:${address}${amount > 0n ? `?tx_amount=${amount / XMR}.${decimals}` : ''}` };
  },
} satisfies Partial<Answers>;
