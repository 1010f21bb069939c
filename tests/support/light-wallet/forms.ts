/**
 * The forms of answers of the light-wallet protocol, after the published schemas (docs/api/wallet.yaml and docs/api/schemas of
 * vtnerd/monero-lws). Their pattern of amounts refuses "0", which the reference itself writes, and their pattern of times refuses
 * their own example; both are mended here. A subaddress dictionary is a list, as the reference writes it.
 */
type Check = (value: unknown, path: string) => void;

const wrong = (path: string, value: unknown): never => {
  throw new Error(
    `${path} is ${JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))}`,
  );
};
const text =
  (pattern: RegExp): Check =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) wrong(path, value);
  };
const upTo =
  (most: bigint): Check =>
  (value, path) => {
    const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    if (!isWhole || BigInt(value) < 0n || BigInt(value) > most) wrong(path, value);
  };
const bool: Check = (value, path) => {
  if (typeof value !== 'boolean') wrong(path, value);
};
const list =
  (each: Check, least = 0): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least) return wrong(path, value);
    value.forEach((item, i) => each(item, `${path}[${i}]`));
  };
/** A field that ends with `?` may be missing; others than these are refused. */
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null) return wrong(path, value);
    const given = value as Readonly<Record<string, unknown>>;
    const names = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
    for (const name of Object.keys(given)) if (!names.has(name)) wrong(`${path}.${name}`, given[name]);
    for (const [name, check] of Object.entries(fields)) {
      const bare = name.replace('?', '');
      if (given[bare] !== undefined) check(given[bare], `${path}.${bare}`);
      else if (bare === name) wrong(`${path}.${bare}`, undefined);
    }
  };

const u16 = upTo(65_535n);
const u32 = upTo(2n ** 32n - 1n);
const u64 = upTo(2n ** 64n - 1n);
const amount = text(/^(0|[1-9][0-9]{0,19})$/);
const hex32 = text(/^[0-9a-f]{64}$/);
const paymentId = text(/^([0-9a-f]{16}|[0-9a-f]{64})$/);
const time = text(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
const word = text(/./);
const index = object({ maj_i: u32, min_i: u32 });
const dictionary = list(object({ key: u32, value: list(list(u32, 2), 1) }));
const spend = object({
  ...{ amount, key_image: hex32, tx_pub_key: hex32, out_index: u16, mixin: u32 },
  'sender?': index,
});
const heights = {
  ...{ scanned_height: u64, scanned_block_height: u64, start_height: u64 },
  ...{ transaction_height: u64, blockchain_height: u64, 'lookahead?': index },
};
const transaction = object({
  ...{ id: u64, hash: hex32, 'timestamp?': time, total_received: amount, total_sent: amount },
  ...{ 'fee?': amount, unlock_time: u64, 'height?': u64, spent_outputs: list(spend) },
  ...{ 'payment_id?': paymentId, coinbase: bool, mempool: bool, mixin: u32, 'recipient?': index },
});
const output = object({
  ...{ tx_id: u64, amount, index: u16, global_index: amount, 'rct?': text(/^[0-9a-f]{192}$/) },
  ...{ tx_hash: hex32, tx_prefix_hash: hex32, public_key: hex32, tx_pub_key: hex32 },
  ...{ spend_key_images: list(hex32), timestamp: time, height: u64, 'recipient?': index },
});
const decoy = object({
  global_index: amount,
  public_key: hex32,
  'rct?': text(/^[0-9a-f]{64}([0-9a-f]{128})?$/),
});
const imported = object({
  ...{ 'import_fee?': amount, new_request: bool, request_fulfilled: bool, status: word },
  'lookahead?': index,
});
const newSubaddresses = object({ new_subaddrs: dictionary, 'all_subaddrs?': dictionary });

const id = object({ legacy: object({ amount: u64, index: u64 }) });
const feedTransaction = object({
  ...{ hash: hex32, prefix_hash: hex32, timestamp: u64, fee: u64, unlock_time: u64, 'mixin?': u32 },
  ...{ 'height?': u64, 'payment_id?': paymentId, 'coinbase?': bool, 'mempool?': bool },
  'spends?': list(object({ id, key_image: hex32 }), 1),
  'receives?': list(
    object({
      ...{ amount: u64, public_key: hex32, index: u32, tx_pub_key: hex32, 'id?': id },
      ...{ 'rct?': hex32, 'recipient?': index },
    }),
    1,
  ),
});
const message = { msg: word, code: u16 };

/** By path of a call, and by prefix of a message of the feed. */
const FORMS: Readonly<Record<string, Check>> = {
  '/login': object({
    new_address: bool,
    'generated_locally?': bool,
    'start_height?': u64,
    'lookahead?': index,
  }),
  '/get_address_info': object({
    ...{ locked_funds: amount, total_received: amount, total_sent: amount, spent_outputs: list(spend) },
    ...heights,
  }),
  '/get_address_txs': object({ total_received: amount, transactions: list(transaction), ...heights }),
  '/get_unspent_outs': object({
    ...{ per_byte_fee: amount, fee_mask: amount, amount, outputs: list(output), 'fees?': list(u64, 1) },
  }),
  '/get_random_outs': object({ amount_outs: list(object({ amount, outputs: list(decoy) })) }),
  '/submit_raw_tx': object({ status: word }),
  '/import_wallet_request': imported,
  '/import_request': imported,
  '/get_subaddrs': object({ all_subaddrs: dictionary, 'max_subaddrs?': u64 }),
  '/provision_subaddrs': newSubaddresses,
  '/upsert_subaddrs': newSubaddresses,
  '/get_version': object({
    ...{ server_type: word, monero_version_full: word, blockchain_height: u64, api: u32 },
    ...{ max_subaddresses: u32, network: word, network_type: word, testnet: bool },
  }),
  'tx_sync:': object({
    ...{ scanned_block_height: u64, blockchain_height: u64, 'lookahead?': index },
    'transactions?': list(feedTransaction, 1),
  }),
  'blocks:': object({
    ...{ scan_start: u64, scan_end: u64, blockchain_height: u64, 'lookahead?': index },
    'transactions?': list(feedTransaction, 1),
  }),
  'warning:': object({ ...message, counter: u32, height: u64 }),
  'error:': object(message),
};

/** Throws Error unless the answer has the published form. */
export function expectForm(name: string, answer: unknown): void {
  const check = FORMS[name];
  if (!check) throw new Error(`no form of ${name}`);
  check(answer, name);
}
