/**
 * The calls that make.mjs makes to the old program: wallets of every kind, each with a past, over JSON-RPC only.
 * Its methods have their old names.
 * @typedef {import('./read.mjs').Call} Call
 * @typedef {object} Node
 * @property {string} url
 * @property {(blocks: number, address: string) => Promise<unknown>} mine
 * @property {() => Promise<unknown>} flushPool
 * @typedef {object} Facts
 * @property {readonly string[]} wallets Names.
 * @property {Readonly<Record<string, object>>} messages The last messages between the wallets, by the wallet that reads each.
 */

const NAMES = [
  ...['full', 'view', 'cold', 'watcher', 'kex 1', 'kex 2', 'kex 3', 'signer 1', 'signer 2', 'signer 3'],
  ...['reuse', 'away', 'custom', 'custom.background'],
];
/** @type {Readonly<Record<string, string>>} */
export const PASSWORDS = Object.fromEntries(NAMES.map((name) => [name, `${name} pässwörd`]));
const XMR = 1_000_000_000_000;

/**
 * `call` calls the program whose wallets are stored, `helper` another one with the miner and with second copies of seeds.
 * `keep(name)` is called before a wallet is closed for the last time.
 * @param {Call} call
 * @param {Call} helper
 * @param {Node} node
 * @param {(name: string) => Promise<unknown>} keep
 * @returns {Promise<Facts>}
 */
export async function play(call, helper, node, keep) {
  /** @param {string} name */
  const open = (name) => call('open_wallet', { filename: name, password: PASSWORDS[name] });
  /** @param {string} name */
  const create = (name) =>
    call('create_wallet', { filename: name, password: PASSWORDS[name], language: 'English' });
  /** @returns {Promise<string>} */
  const addressOf = async (ask = call) => (await ask('get_address', { account_index: 0 })).address;
  /** @param {string} name */
  const finish = async (name) => {
    await keep(name);
    await call('close_wallet');
  };
  /** @param {(readonly [address: string, xmr: number])[]} payments */
  const pay = async (...payments) => {
    await helper('open_wallet', { filename: 'miner', password: '' });
    await helper('refresh');
    const destinations = payments.map(([address, xmr]) => ({ address, amount: Math.round(xmr * XMR) }));
    return helper('transfer', { destinations });
  };

  await helper('auto_refresh', { enable: false });
  await helper('create_wallet', { filename: 'miner', password: '', language: 'English' });
  const miner = await addressOf(helper);
  const { address: minersShop } = await helper('create_address', { account_index: 0, label: '' });
  await node.mine(82, miner);
  await call('auto_refresh', { enable: false });

  // The wallets, and a key exchange that stops after its first round.
  await create('full');
  const full = await addressOf();
  const { key: fullView } = await call('query_key', { key_type: 'view_key' });
  const { key: fullSeed } = await call('query_key', { key_type: 'mnemonic' });
  await call('set_subaddress_lookahead', { password: PASSWORDS.full, major_idx: 4, minor_idx: 30 });
  const { address: shop } = await call('create_address', { account_index: 0, label: 'Shop' });
  const { address: cafe } = await call('create_address', { account_index: 0, label: 'Café ☕' });
  const { address: savings } = await call('create_account', { label: 'Savings' });
  await call('create_address', { account_index: 1, label: 'Rainy day' });
  await call('create_account', { label: '' });
  await call('label_address', { index: { major: 0, minor: 0 }, label: 'Everyday' });
  await call('tag_accounts', { tag: 'long', accounts: [1, 2] });
  await call('set_account_tag_description', { tag: 'long', description: 'not to be touched' });
  await call('set_attribute', { key: 'colour', value: 'grün' });
  await call('set_attribute', { key: 'empty', value: '' });
  const { integrated_address: integrated } = await call('make_integrated_address', {
    payment_id: '0123456789abcdef',
  });
  await call('add_address_book', { address: miner, description: 'Miner ⛏' });
  await call('add_address_book', { address: integrated, description: 'with a payment id' });
  await call('add_address_book', { address: minersShop, description: '' });

  await create('cold');
  const cold = await addressOf();
  const { key: coldView } = await call('query_key', { key_type: 'view_key' });
  await call('x_cold', { enabled: true });
  await call('set_attribute', { key: 'colour', value: 'cold' });

  const background = { reuse: '', away: '', custom: '' };
  for (const name of /** @type {const} */ (['reuse', 'away', 'custom'])) {
    await create(name);
    background[name] = await addressOf();
  }

  /**
   * The rounds of 2 of 3 up to `last`; answers the newest messages and the address.
   * @param {readonly string[]} names
   * @param {number} last
   */
  const exchange = async (names, last) => {
    /** @type {string[]} */
    let messages = [];
    let address = '';
    /** @param {(info: string[], name: string) => Promise<string>} ask */
    const round = async (ask) => {
      /** @type {string[]} */
      const next = [];
      for (const [i, name] of names.entries()) {
        await open(name);
        next.push(
          await ask(
            messages.filter((_, j) => j !== i),
            name,
          ),
        );
      }
      messages = next;
    };
    for (const name of names) await create(name);
    await round(
      async () => (await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info,
    );
    await round(
      async (info) =>
        (await call('make_multisig', { multisig_info: info, threshold: 2, password: '' })).multisig_info,
    );
    for (let i = 1; i < last; i++)
      await round(async (info, name) => {
        const made = await call('exchange_multisig_keys', {
          multisig_info: info,
          password: PASSWORDS[name],
        });
        ({ address } = made);
        return made.multisig_info;
      });
    return { messages, address };
  };
  const halfway = ['kex 1', 'kex 2', 'kex 3'];
  const kex = await exchange(halfway, 1);
  for (const name of halfway) {
    await open(name);
    await finish(name);
  }
  const signers = ['signer 1', 'signer 2', 'signer 3'];
  const { address: group } = await exchange(signers, 3);

  // Money for all of them.
  await pay([full, 10], [shop, 4], [savings, 7], [cold, 8], [group, 9], [group, 2]);
  await pay([background.reuse, 5], [background.away, 6], [background.custom, 6]);
  await pay([cafe, 1.25], [full, 2.5], [cold, 3], [savings, 0.5]);
  await pay([integrated, 1.5]);
  await node.mine(12, miner);

  // A cold signer and its watching wallet.
  await call('generate_from_keys', {
    filename: 'watcher',
    password: PASSWORDS.watcher,
    address: cold,
    viewkey: coldView,
    restore_height: 0,
  });
  await call('refresh');
  const handOver = async () => {
    await open('watcher');
    await call('refresh');
    const { outputs_data_hex } = await call('export_outputs', { all: true });
    await open('cold');
    await call('import_outputs', { outputs_data_hex });
    const { signed_key_images } = await call('export_key_images', { all: true });
    await open('watcher');
    await call('import_key_images', { signed_key_images });
  };
  await handOver();
  const watched = await call('transfer', { destinations: [{ address: miner, amount: 2 * XMR }] });
  await open('cold');
  await call('describe_transfer', { unsigned_txset: watched.unsigned_txset });
  const signed = await call('sign_transfer', { unsigned_txset: watched.unsigned_txset, get_tx_keys: true });
  await open('watcher');
  const { tx_hash_list: submitted } = await call('submit_transfer', { tx_data_hex: signed.signed_txset });
  await call('set_tx_notes', { txids: submitted, notes: ['signed far away'] });

  // Signers exchange multisig info; two of them pay.
  const tell = async () => {
    /** @type {string[]} */
    const info = [];
    for (const name of signers) {
      await open(name);
      await call('refresh');
      info.push((await call('export_multisig_info')).info);
    }
    for (const [i, name] of signers.entries()) {
      await open(name);
      await call('import_multisig_info', { info: info.filter((_, j) => j !== i) });
    }
  };
  await tell();
  await open('signer 1');
  await call('set_attribute', { key: 'colour', value: 'one of three' });
  const proposed = await call('transfer', { destinations: [{ address: minersShop, amount: XMR }] });
  await open('signer 2');
  const complete = await call('sign_multisig', { tx_data_hex: proposed.multisig_txset });
  const { tx_hash_list: paid } = await call('submit_multisig', { tx_data_hex: complete.tx_data_hex });
  await call('set_tx_notes', { txids: paid, notes: ['signed by two'] });

  // Background sync: with the wallet's password, and with a copy.
  for (const name of ['reuse', 'away']) {
    await open(name);
    await call('refresh');
    await call('setup_background_sync', {
      background_sync_type: 'reuse-wallet-password',
      wallet_password: PASSWORDS[name],
    });
  }
  const { key: awaySeed } = await call('query_key', { key_type: 'mnemonic' });
  await open('reuse');
  await call('transfer', { destinations: [{ address: miner, amount: XMR }] });
  await call('set_attribute', { key: 'colour', value: 'reuse' });
  await open('custom');
  await call('refresh');
  await call('setup_background_sync', {
    background_sync_type: 'custom-background-password',
    wallet_password: PASSWORDS.custom,
    background_cache_password: PASSWORDS['custom.background'],
  });
  await finish('custom');

  // Payments of the full wallet; one fails, because another copy of the seed spends its inputs.
  await open('full');
  await call('refresh');
  /** @type {{ transfers: { amount: number, key_image: string }[] }} */
  const { transfers: coins } = await call('incoming_transfers', {
    transfer_type: 'available',
    account_index: 0,
  });
  /** @param {number} xmr */
  const coin = (xmr) => coins.find(({ amount }) => amount === xmr * XMR)?.key_image;
  await call('freeze', { key_image: coin(1.25) });
  const sent = await call('transfer', {
    destinations: [
      { address: minersShop, amount: 1.5 * XMR },
      { address: miner, amount: 0.25 * XMR },
    ],
    subaddr_indices: [0],
  });
  const moved = await call('transfer', {
    account_index: 1,
    destinations: [{ address: shop, amount: 0.75 * XMR }],
  });
  await call('set_tx_notes', { txids: [sent.tx_hash, moved.tx_hash], notes: ['Rent, März', 'to the shop'] });
  await node.mine(1, miner);
  await call('refresh');
  const failing = await call('sweep_single', { address: miner, key_image: coin(4) });
  await call('set_tx_notes', { txids: [failing.tx_hash], notes: ['overtaken'] });
  await call('close_wallet');
  await node.flushPool();
  await helper('restore_deterministic_wallet', { filename: 'twin', password: '', seed: fullSeed });
  await helper('refresh');
  await helper('sweep_single', { address: minersShop, key_image: coin(4) });
  await node.mine(2, miner);

  // During background sync: money arrives, and another copy of the seed spends some of it.
  await open('away');
  await call('refresh');
  await call('start_background_sync');
  await pay([background.away, 1.75], [background.custom, 2.75]);
  await node.mine(10, miner);
  await call('refresh');
  await helper('restore_deterministic_wallet', { filename: 'other', password: '', seed: awaySeed });
  await helper('refresh');
  const { transfers: others } = await helper('incoming_transfers', { transfer_type: 'available' });
  for (const { key_image, amount } of others)
    if (amount === 1.75 * XMR) await helper('sweep_single', { address: miner, key_image });
  await node.mine(2, miner);
  await call('refresh');
  await finish('away');
  await open('custom.background');
  await call('refresh');
  await finish('custom.background');
  await open('reuse');
  await call('refresh');
  await finish('reuse');

  // The last messages between devices stay unanswered.
  await handOver();
  const asked = await call('transfer', { destinations: [{ address: minersShop, amount: XMR / 2 }] });
  await finish('watcher');
  await open('cold');
  await finish('cold');
  await tell();
  await open('signer 1');
  const next = await call('transfer', { destinations: [{ address: miner, amount: XMR / 4 }] });
  for (const name of signers) {
    await open(name);
    await finish(name);
  }

  // An outgoing and an incoming payment that are not mined.
  await open('full');
  await call('refresh');
  await call('transfer', { destinations: [{ address: miner, amount: 0.125 * XMR }], priority: 2 });
  await pay([cafe, 0.375]);
  // A refresh reads the pool, too.
  await call('refresh');
  await call('get_transfers', { pool: true });
  await finish('full');
  await call('generate_from_keys', {
    filename: 'view',
    password: 'first password',
    address: full,
    viewkey: fullView,
    restore_height: 0,
  });
  await call('refresh');
  await call('label_address', { index: { major: 0, minor: 0 }, label: 'Watched' });
  await call('set_tx_notes', { txids: [sent.tx_hash], notes: ['seen from afar'] });
  await call('set_attribute', { key: 'colour', value: 'view' });
  await call('change_wallet_password', { old_password: 'first password', new_password: PASSWORDS.view });
  await finish('view');

  return {
    wallets: NAMES,
    messages: {
      ...Object.fromEntries(halfway.map((name, i) => [name, { multisig_info: kex.messages[i] }])),
      cold: { unsigned_txset: asked.unsigned_txset },
      'signer 2': { multisig_txset: next.multisig_txset },
    },
  };
}
