/**
 * Public nodes to choose from, taken from lists that wallets publish. Ostro has not tried any of them and asks none
 * before the person chooses it. To change the list, edit this file: each node names the lists that contain it.
 *
 * Only nodes with TLS are here, since a page under https may ask no other. The wallets ask these nodes for TLS too, but
 * Feather accepts every certificate and a browser does not; nor do the lists tell which nodes answer web pages (CORS).
 * Where a public page is known that asks a node, `pages` names it. All else is measured when the person wants it
 * (public-tests.svelte.ts).
 */

/** A file of a wallet's repository, at the commit that last changed it. */
export interface NodeSource {
  readonly wallet: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly file: string;
  readonly commit: string;
  /** Date of the commit, YYYY-MM-DD. */
  readonly date: string;
}

export const NODE_SOURCES = {
  feather: {
    wallet: 'Feather',
    repository: 'feather-wallet/feather',
    // Feather asks for TLS wherever the network is not Tor or I2P: setUseSSL in src/utils/nodes.cpp.
    file: 'src/assets/nodes.json',
    commit: '46344b66b74519c041cd9212826d63332d26439f',
    date: '2026-07-26',
  },
  stack: {
    wallet: 'Stack Wallet',
    repository: 'cypherstack/stack_wallet',
    file: 'lib/wallets/crypto_currency/coins/monero.dart',
    commit: 'be92e869e7f7cbb46234fe567213913a87e81e50',
    date: '2025-10-06',
  },
  cake: {
    wallet: 'Cake Wallet',
    repository: 'cake-tech/cake_wallet',
    file: 'assets/node_list.yml',
    commit: '4b2af63fa5dc24432dbc86ff0d69c66e17ccbaf1',
    date: '2025-07-25',
  },
} as const satisfies Record<string, NodeSource>;

export interface PublicNode {
  /** https, host, and port unless it is 443. */
  readonly address: string;
  readonly network: 'mainnet' | 'stagenet' | 'testnet';
  /** The lists that name this node. */
  readonly sources: readonly (keyof typeof NODE_SOURCES)[];
  /** A public page without a server of its own asks this node: repository on GitHub (`owner/name`). */
  readonly pages?: string;
}

export const PUBLIC_NODES: readonly PublicNode[] = [
  {
    address: 'https://xmr-node.cakewallet.com:18081',
    network: 'mainnet',
    sources: ['feather', 'cake'],
    pages: 'orangepane/monerowatch',
  },
  { address: 'https://node.sethforprivacy.com', network: 'mainnet', sources: ['cake'] },
  { address: 'https://node.sethforprivacy.com:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://monero.stackwallet.com:18081', network: 'mainnet', sources: ['stack'] },
  { address: 'https://node3-us.monero.love:18081', network: 'mainnet', sources: ['feather'] },
  { address: 'https://node.monerodevs.org:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://node2.monerodevs.org:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://node3.monerodevs.org:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://ravfx.its-a-node.org:18081', network: 'mainnet', sources: ['feather'] },
  { address: 'https://ravfx2.its-a-node.org:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://rucknium.me:18081', network: 'mainnet', sources: ['feather'] },
  { address: 'https://xmr.stormycloud.org:18089', network: 'mainnet', sources: ['feather'] },
  { address: 'https://xmr-lux.boldsuck.org:38081', network: 'stagenet', sources: ['feather'] },
  { address: 'https://node.sethforprivacy.com:38089', network: 'stagenet', sources: ['feather'] },
  { address: 'https://node.sethforprivacy.com:28089', network: 'testnet', sources: ['feather'] },
];
