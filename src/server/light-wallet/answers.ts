/**
 * Answers of the light-wallet protocol from what the wallet of an account has read. Upstream: src/rpc/light_wallet.cpp of vtnerd/monero-lws;
 * the forms: docs/api/wallet.yaml there, api/lightwallet_rest.md of monero-project/meta.
 */
import type { LightAccount } from './accounts.ts';
import { hasIndex } from './ranges.ts';
import type { AccountRows, AccountView } from './sessions.ts';

export type OutputRow = NonNullable<AccountRows['outputs']>[number];
export type TransactionRow = NonNullable<AccountRows['transactions']>[number];
export type SpendRow = NonNullable<TransactionRow['spends']>[number];

/** Ring members beside the spent one in every transaction of today. */
const MIXIN = 15;

/** The outputs of the addresses that the client asked for, the transactions that concern them, and payments in the pool. */
export interface TellableRows {
  readonly outputs: readonly OutputRow[];
  readonly byKey: ReadonlyMap<string, OutputRow>;
  readonly received: ReadonlyMap<string, readonly OutputRow[]>;
  readonly transactions: readonly (TransactionRow & { readonly possible: readonly SpendRow[] })[];
  readonly pool: NonNullable<AccountRows['pool']>;
}

/** A client that asked for no subaddresses would compute wrong key images for them. */
export function knownTo({ ranges, lookahead }: LightAccount, { rows }: AccountView): TellableRows {
  const isWanted = ({ major, minor }: { readonly major: number; readonly minor: number }) =>
    (major === 0 && minor === 0) ||
    (major < lookahead.maj_i && minor < lookahead.min_i) ||
    hasIndex(ranges, major, minor);
  const outputs = (rows.outputs ?? []).filter(isWanted);
  const byKey = new Map(outputs.map((output) => [output.public_key, output]));
  const received = new Map<string, OutputRow[]>();
  for (const output of outputs) {
    const list = received.get(output.txid);
    if (list) list.push(output);
    else received.set(output.txid, [output]);
  }
  const transactions = (rows.transactions ?? [])
    .map((tx) => ({ ...tx, possible: (tx.spends ?? []).filter((spend) => byKey.has(spend.public_key)) }))
    .filter(({ txid, possible }) => possible.length > 0 || received.has(txid));
  return { outputs, byKey, received, transactions, pool: (rows.pool ?? []).filter(isWanted) };
}

export function addressInfo(account: LightAccount, view: AccountView) {
  const known = knownTo(account, view);
  const spends = known.transactions.flatMap(({ possible }) => possible);
  return {
    locked_funds: sum(known.outputs.filter(({ locked }) => locked)),
    total_received: sum(known.outputs),
    total_sent: sum(spends.map((spend) => known.byKey.get(spend.public_key)!)),
    ...heights(account, view),
    spent_outputs: spends.map((spend) => spentOutput(known, spend)),
    lookahead: account.lookahead,
  };
}

export function addressTxs(account: LightAccount, view: AccountView) {
  const known = knownTo(account, view);
  const mined = known.transactions.map((tx) => {
    const outputs = known.received.get(tx.txid) ?? [];
    return {
      hash: tx.txid,
      timestamp: isoTime(tx.timestamp),
      total_received: sum(outputs),
      total_sent: sum(tx.possible.map((spend) => known.byKey.get(spend.public_key)!)),
      fee: tx.fee,
      unlock_time: BigInt(tx.unlock_time),
      height: tx.height,
      ...(tx.payment_id !== undefined && { payment_id: tx.payment_id }),
      coinbase: tx.coinbase ?? false,
      mempool: false,
      mixin: tx.mixin,
      ...(outputs[0] && { recipient: indexOf(outputs[0]) }),
      spent_outputs: tx.possible.map((spend) => spentOutput(known, spend)),
    };
  });
  const waiting = known.pool.map((payment) => ({
    hash: payment.txid,
    total_received: payment.amount,
    total_sent: '0',
    fee: payment.fee,
    unlock_time: BigInt(payment.unlock_time),
    ...(payment.payment_id !== undefined && { payment_id: payment.payment_id }),
    coinbase: false,
    mempool: true,
    mixin: MIXIN,
    recipient: indexOf(payment),
    spent_outputs: [],
  }));
  return {
    total_received: sum(known.outputs),
    ...heights(account, view),
    transactions: [...mined, ...waiting].map((tx, id) => ({ id, ...tx })),
    lookahead: account.lookahead,
  };
}

/**
 * The outputs that a client may spend: those of RingCT, above the dust threshold. `mixin`: no decoys are given for clear amounts, so a client that
 * wants some gets no such output. Undefined when their sum is below `amount`.
 */
export function unspentOuts(
  account: LightAccount,
  view: AccountView,
  { amount, mixin, dust }: { readonly amount: bigint; readonly mixin: number; readonly dust: bigint },
) {
  const known = knownTo(account, view);
  const images = new Map<string, string[]>();
  for (const { possible } of known.transactions)
    for (const { public_key: key, key_image: image } of possible) {
      const list = images.get(key);
      if (list) list.push(image);
      else images.set(key, [image]);
    }
  const byTxid = new Map(known.transactions.map((tx) => [tx.txid, tx]));
  const outputs = known.outputs.filter(
    (output) => BigInt(output.amount) >= dust && (output.rct !== undefined || mixin === 0),
  );
  const total = sum(outputs);
  if (BigInt(total) < amount) return undefined;
  return {
    amount: total,
    outputs: outputs.map((output) => {
      const tx = byTxid.get(output.txid);
      return {
        tx_id: output.global_index,
        amount: output.amount,
        index: output.index,
        global_index: String(output.global_index),
        ...(output.rct !== undefined && { rct: output.rct }),
        tx_hash: output.txid,
        tx_prefix_hash: tx?.prefix_hash ?? '0'.repeat(64),
        public_key: output.public_key,
        tx_pub_key: output.tx_pub_key,
        spend_key_images: images.get(output.public_key) ?? [],
        timestamp: isoTime(tx?.timestamp ?? 0),
        height: output.height,
        recipient: indexOf(output),
      };
    }),
  };
}

/** Heights are those of the newest blocks, as in the reference, and not numbers of blocks. */
const heights = ({ start }: LightAccount, { rows, chainHeight }: AccountView) => {
  const [scanned, top] = [Math.max(0, rows.height - 1), Math.max(0, chainHeight - 1)];
  return {
    scanned_height: scanned,
    scanned_block_height: scanned,
    start_height: start,
    transaction_height: top,
    blockchain_height: top,
  };
};

const spentOutput = ({ byKey }: TellableRows, { public_key: key, key_image, mixin }: SpendRow) => {
  const output = byKey.get(key)!;
  return {
    amount: output.amount,
    key_image,
    tx_pub_key: output.tx_pub_key,
    out_index: output.index,
    mixin,
    sender: indexOf(output),
  };
};

const indexOf = ({ major, minor }: { readonly major: number; readonly minor: number }) => ({
  maj_i: major,
  min_i: minor,
});

const sum = (rows: readonly { readonly amount: string }[]): string =>
  String(rows.reduce((total, { amount }) => total + BigInt(amount), 0n));

/** YYYY-MM-DDTHH:MM:SSZ. */
const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
