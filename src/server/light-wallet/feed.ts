/**
 * GET /feed: a web socket that sends an account's transactions and each new block, in JSON. Messages of receipts in the pool, which a server may
 * send, are left to get_address_txs. Upstream: docs/api/feed.md of vtnerd/monero-lws.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import { isRecord } from '../../base/shape.ts';
import type { LightAccount } from './accounts.ts';
import { knownTo, type TellableRows } from './answers.ts';
import { LightError } from './light-error.ts';
import { flagOf, type LightRequest } from './requests.ts';
import type { AccountRows, AccountView, LightSession } from './sessions.ts';
import type { LightSocket } from './web-socket.ts';

export const FEED_PROTOCOL = 'lws.feed.v0.json';

/** Codes of messages. */
const CODE = {
  unspecified: 0,
  notFound: 1,
  badAddress: 2,
  reorg: 4,
  unresponsive: 5,
  parse: 6,
  protocol: 7,
  schema: 9,
};
const LOGIN_MS = 8000;
const LOGIN = 'login:';
/** Digits of a block id. */
const ID = 64;

export interface FeedAccount {
  /** Undefined when it was removed. */
  readonly account: () => LightAccount | undefined;
  readonly session: LightSession;
}

/** Serves one socket until either side ends it. `open` finds the account of credentials; it rejects with LightError. */
export function serveFeed(
  socket: LightSocket,
  open: (credentials: LightRequest) => Promise<FeedAccount>,
): void {
  let logged = false;
  let closed = false;
  let leave = (): void => undefined;
  const fail = (code: number, msg: string): void => {
    socket.send(`error:${JSON.stringify({ msg, code })}`);
    socket.close();
  };
  const timer = setTimeout(() => fail(CODE.protocol, 'No login came'), LOGIN_MS);
  const begin = async (text: string): Promise<void> => {
    const request = readLogin(text);
    const { account, session } = await open(request.account);
    // The client may have left meanwhile; then no close event would end this account's watch.
    if (closed) return;
    const send = sender(socket, request, account);
    // The client gets the first view, and then the changes that happened while it was read.
    let turn = session.view().then(send);
    leave = session.onChange(() => {
      turn = turn
        .then(() => session.view())
        .then(send)
        .catch(() => fail(CODE.unresponsive, 'The wallet does not answer'));
    });
    await turn;
  };
  socket.listen(
    (text) => {
      clearTimeout(timer);
      if (logged) {
        fail(CODE.protocol, 'Only one message is taken');
        return;
      }
      logged = true;
      begin(text).catch((error: unknown) => {
        if (error instanceof LightError)
          fail(error.status === 403 ? CODE.notFound : CODE.schema, error.message);
        else fail(CODE.unspecified, 'The account cannot be read');
      });
    },
    () => {
      clearTimeout(timer);
      closed = true;
      leave();
    },
  );
}

interface FeedLogin {
  readonly account: LightRequest;
  readonly sync: boolean;
  readonly receivesOnly: boolean;
}

const readLogin = (text: string): FeedLogin => {
  if (!text.startsWith(LOGIN)) throw new LightError(400, 'The first message is login:');
  let value: unknown;
  try {
    value = parseJson(text.slice(LOGIN.length));
  } catch {
    throw new LightError(400, 'The message is not JSON');
  }
  if (!isRecord(value) || !isRecord(value['account']))
    throw new LightError(400, 'The field account must be an object');
  return {
    account: value['account'],
    sync: flagOf(value, 'tx_sync', true),
    receivesOnly: flagOf(value, 'receives_only'),
  };
};

/** Sends the first view as tx_sync, each later one as a reorg, if blocks are gone, and the new blocks. */
const sender = (
  socket: LightSocket,
  { sync, receivesOnly }: FeedLogin,
  account: () => LightAccount | undefined,
): ((view: AccountView) => void) => {
  let sent: Pick<AccountRows, 'height' | 'newest_ids'> | undefined;
  let warnings = 0;
  const say = (kind: string, content: object): void => socket.send(`${kind}:${writeJson(content)}`);
  return (view) => {
    const now = account();
    if (!now) return;
    const known = knownTo(now, view);
    const { height } = view.rows;
    const top = Math.max(0, view.chainHeight - 1);
    const before = sent;
    sent = view.rows;
    const lookahead = now.lookahead;
    if (!before) {
      const transactions = sync ? known.transactions.map((tx) => feedTransaction(known, tx, false)) : [];
      say('tx_sync', {
        scanned_block_height: Math.max(0, height - 1),
        blockchain_height: top,
        lookahead,
        ...some({ transactions }),
      });
      return;
    }
    const from = commonHeight(before, view.rows);
    if (from < before.height)
      say('warning', { msg: 'Blocks were replaced', code: CODE.reorg, counter: ++warnings, height: from });
    if (height <= from) return;
    const transactions = known.transactions
      .filter(({ height: at }) => at >= from)
      .map((tx) => feedTransaction(known, tx, receivesOnly))
      .filter(({ receives, spends }) => receives !== undefined || spends !== undefined);
    say('blocks', {
      scan_start: from,
      scan_end: height - 1,
      blockchain_height: top,
      lookahead,
      ...some({ transactions }),
    });
  };
};

/** The number of blocks that both views have in common at their end. */
const commonHeight = (
  before: Pick<AccountRows, 'height' | 'newest_ids'>,
  now: Pick<AccountRows, 'height' | 'newest_ids'>,
): number => {
  const idAt = ({ height, newest_ids: ids = '' }: typeof now, block: number): string => {
    const at = ids.length - (height - block) * ID;
    return at < 0 ? '' : ids.slice(at, at + ID);
  };
  let common = Math.min(before.height, now.height);
  while (common > 0 && idAt(before, common - 1) !== idAt(now, common - 1)) common--;
  return common;
};

const feedTransaction = (
  known: TellableRows,
  tx: TellableRows['transactions'][number],
  receivesOnly: boolean,
) => ({
  hash: tx.txid,
  prefix_hash: tx.prefix_hash,
  timestamp: tx.timestamp,
  fee: BigInt(tx.fee),
  unlock_time: BigInt(tx.unlock_time),
  mixin: tx.mixin,
  height: tx.height,
  ...(tx.payment_id !== undefined && { payment_id: tx.payment_id }),
  ...(tx.coinbase && { coinbase: true }),
  ...some({
    receives: (known.received.get(tx.txid) ?? []).map((output) => ({
      id: idOf(output),
      amount: BigInt(output.amount),
      public_key: output.public_key,
      index: output.index,
      tx_pub_key: output.tx_pub_key,
      // The mask of the commitment, in clear: the client has the view key that opens it.
      ...(output.mask !== undefined && { rct: output.mask }),
      recipient: { maj_i: output.major, min_i: output.minor },
    })),
    spends: receivesOnly
      ? []
      : tx.possible.map(({ public_key: key, key_image }) => ({ id: idOf(known.byKey.get(key)!), key_image })),
  }),
});

const idOf = ({ rct, amount, global_index: index }: TellableRows['outputs'][number]) => ({
  legacy: { amount: rct === undefined ? BigInt(amount) : 0n, index },
});

/** Without empty lists, which the schemas refuse. */
const some = <T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;
