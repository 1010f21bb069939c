/**
 * The calls of the light-wallet protocol that this wallet makes, with all that is sent in them: the address, the view key, numbers of
 * addresses, and the height to scan from. Forms: docs/api/wallet.yaml of vtnerd/monero-lws.
 */
import { utf8 } from '../../base/bytes.ts';
import { parseJson, writeJson } from '../../base/json.ts';
import type { Infer } from '../../base/shape.ts';
import { toHex } from '../../base/hex.ts';
import type { LightKeys, ToldHistory, ToldOutput } from '../../ports/light-server.ts';
import type { Endpoint } from '../ask.ts';
import { height } from '../json/call.ts';
import { bool, def, list, obj, opt, readShape, txid, u16, u64, type AnswerShape } from '../schema.ts';
import { amount, index, keyImage, packedRct, publicKey, subaddress, time } from './fields.ts';

const MIB = 1 << 20;
const MOST_OUTPUTS = 200_000;
const MOST_TRANSACTIONS = 200_000;
/** Inputs of one transaction, and members of their rings that can be outputs of one account. */
const MOST_SPENDS = 10_000;
const MAIN = { maj_i: 0, min_i: 0 };

/** Asks for a new account, or checks that there is one. `generated_locally` would say that the keys are new. */
export function login(keys: LightKeys): Endpoint<unknown> {
  return call('/login', { ...credentials(keys), create_account: true, generated_locally: false }, {});
}

/** Asks for a scan of older blocks. A server that wants money for it says that the request is not fulfilled. */
export function importRequest(
  keys: LightKeys,
  fromHeight: number,
): Endpoint<{ readonly request_fulfilled: boolean }> {
  const request = { ...credentials(keys), from_height: fromHeight };
  return call('/import_wallet_request', request, { request_fulfilled: bool });
}

/** Addresses [first, last] of one account: `key` is its number. */
export interface AddressRange {
  readonly key: number;
  readonly value: readonly (readonly [first: number, last: number])[];
}
export function upsertSubaddrs(keys: LightKeys, ranges: readonly AddressRange[]): Endpoint<unknown> {
  return call('/upsert_subaddrs', { ...credentials(keys), subaddrs: ranges, get_all: false }, {});
}

const SPEND = obj({ key_image: keyImage, tx_pub_key: publicKey, out_index: u16 });
const TRANSACTION = obj({
  hash: txid,
  timestamp: opt(time),
  height: def(height, 0),
  fee: opt(amount),
  unlock_time: def(u64, 0n),
  coinbase: bool,
  mempool: bool,
  spent_outputs: list(SPEND, MOST_SPENDS),
});
const HISTORY = {
  scanned_block_height: height,
  start_height: height,
  blockchain_height: height,
  transactions: list(TRANSACTION, MOST_TRANSACTIONS),
};

/** Heights in the answer are those of the newest blocks, and not numbers of blocks. */
export function getAddressTxs(keys: LightKeys): Endpoint<ToldHistory> {
  const endpoint = call('/get_address_txs', credentials(keys), HISTORY, 64 * MIB);
  return { ...endpoint, read: (bytes) => historyOf(endpoint.read(bytes)) };
}

const historyOf = (answer: Infer<typeof HISTORY>): ToldHistory => ({
  scanned: answer.scanned_block_height + 1,
  chainHeight: answer.blockchain_height + 1,
  startHeight: answer.start_height,
  transactions: answer.transactions.map((tx) => ({
    txid: tx.hash,
    height: tx.mempool ? 0 : tx.height,
    timestamp: tx.timestamp ?? 0,
    fee: tx.fee ?? 0n,
    unlockTime: tx.unlock_time,
    coinbase: tx.coinbase,
    spends: tx.spent_outputs.map((spend) => ({
      keyImage: spend.key_image,
      txPublicKey: spend.tx_pub_key,
      outputIndex: spend.out_index,
    })),
  })),
});

const OUTPUTS = {
  outputs: list(
    obj({
      ...{ amount, index: u16, global_index: index, rct: packedRct, tx_hash: txid, height },
      ...{ public_key: publicKey, tx_pub_key: publicKey, recipient: opt(subaddress) },
    }),
    MOST_OUTPUTS,
  ),
};

/** All outputs of the account, spent ones too: the server cannot tell which. */
export function getUnspentOuts(keys: LightKeys): Endpoint<readonly ToldOutput[]> {
  const wanted = { amount: '0', mixin: 0, use_dust: true, dust_threshold: '0' };
  const endpoint = call('/get_unspent_outs', { ...credentials(keys), ...wanted }, OUTPUTS, 128 * MIB);
  return { ...endpoint, read: (bytes) => endpoint.read(bytes).outputs.map(toldOutput) };
}

const toldOutput = ({ recipient, rct, ...output }: Infer<typeof OUTPUTS>['outputs'][number]): ToldOutput => {
  const { maj_i: major, min_i: minor } = recipient ?? MAIN;
  return {
    txid: output.tx_hash,
    outputIndex: output.index,
    globalIndex: output.global_index,
    key: output.public_key,
    txPublicKey: output.tx_pub_key,
    amount: output.amount,
    ...(rct && { rct }),
    subaddress: { major, minor },
    height: output.height,
  };
};

const credentials = ({ address, viewSecret }: LightKeys) => ({ address, view_key: toHex(viewSecret) });

const call = <A extends AnswerShape>(
  path: string,
  request: object,
  answer: A,
  maxBytes = MIB,
): Endpoint<Infer<A>> => ({
  path,
  admin: false,
  body: utf8(writeJson(request)),
  contentType: 'application/json',
  maxBytes,
  seconds: 60,
  idempotent: true,
  read: (bytes) => readShape(answer, parseJson(new TextDecoder().decode(bytes))),
});
