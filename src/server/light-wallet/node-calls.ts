/** The calls of the light-wallet protocol that concern no account. */
import type { LightNode } from '../../nodejs/light-node.ts';
import { MOST_ADDRESSES } from './address-table.ts';
import { LightError } from './light-error.ts';
import { amountsOf, numberOf, textOf, type LightRequest } from './requests.ts';

export type LightNetwork = 'mainnet' | 'stagenet' | 'testnet';

/** Limits of the reference. */
const MOST_RING = 20;
const MOST_RINGS = 150;
/** Rings whose outputs cost about as much as another call. */
const RINGS_PER_TOKEN = 4;
const NETWORKS = { mainnet: 'main', stagenet: 'stage', testnet: 'test' };
/** The version of the interface that the reference says: 1.7. */
const API = (1 << 16) | 7;

/** Tokens for the rings that a request asks for. */
export function ringsOf({ amounts }: LightRequest): number {
  return Array.isArray(amounts) ? Math.ceil(amounts.length / RINGS_PER_TOKEN) : 0;
}

export function createNodeCalls({
  node,
  network,
}: {
  readonly node: LightNode;
  readonly network: LightNetwork;
}) {
  return {
    randomOuts: async (request: LightRequest): Promise<object> => {
      const size = numberOf(request, 'count');
      const amounts = amountsOf(request, 'amounts', MOST_RINGS);
      if (size > MOST_RING) throw new LightError(400, `A ring has at most ${MOST_RING} decoys here`);
      const rings = await node.decoys(amounts.filter((amount) => amount === 0n).length, size);
      let next = 0;
      return {
        amount_outs: amounts.map((amount) => ({
          amount: String(amount),
          // Outputs of clear amounts are not spent any more: none are chosen for them.
          outputs: (amount === 0n ? rings[next++]! : []).map(({ index, key, commitment }) => ({
            global_index: String(index),
            public_key: key,
            rct: commitment,
          })),
        })),
      };
    },
    submit: async (request: LightRequest): Promise<object> => {
      const outcome = await node.relay(textOf(request, 'tx'));
      if (outcome === 'not_a_transaction') throw new LightError(400, 'This is not a transaction');
      if (outcome === 'rejected') throw new LightError(400, 'The node refused the transaction');
      return { status: 'OK' };
    },
    version: async (): Promise<object> => {
      const { height, version } = await node.tip();
      return {
        server_type: 'Ostro',
        monero_version_full: version,
        blockchain_height: Math.max(0, height - 1),
        api: API,
        max_subaddresses: MOST_ADDRESSES,
        // The schema has the first name, the reference writes the second.
        network: NETWORKS[network],
        network_type: NETWORKS[network],
        testnet: network === 'testnet',
      };
    },
  };
}
