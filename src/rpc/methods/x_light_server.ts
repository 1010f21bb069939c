/**
 * x_light_server: the light-wallet server that the open wallet uses. While `in_use` and `open`, balances, history and payments are those
 * that it names; they are not read from the chain. Later the wallet compares. `address`: empty without one. `open`: it has answered for
 * the account. `height` and `chain_height`: numbers of blocks that it has scanned, and that the chain has by its word, from
 * `start_height` on. `waits`: a scan of older blocks waits for its operator. `subaddresses`: it names money at them. `refused`: outputs
 * that it named and that are not the wallet's. `compared`: the wallet has read the same blocks; `differences`: see wallet/light-server/compare.ts.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, i64, listOf, obj, oneOf, opt, str, u64 } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';

export default defineMethod({
  name: 'x_light_server',
  access: 'read',
  result: {
    address: str,
    in_use: bool,
    open: bool,
    answered_at: def(i64, 0),
    /** The account waits for the server's operator. */
    waiting: bool,
    problem: opt(obj({ fault: str, data: anyData })),
    start_height: count,
    height: count,
    chain_height: count,
    waits: bool,
    subaddresses: bool,
    refused: count,
    compared: bool,
    differences: listOf(
      obj({
        kind: oneOf('not_in_chain', 'not_named', 'spent_by_word', 'spend_not_named'),
        txid: str,
        height: count,
        amount: u64,
      }),
    ),
  },
  handle: async (_params, { wallet }) => {
    const { used, reading, differences } = await wallet.lightServer();
    const { problem } = reading;
    const found = used?.inUse === false ? differences() : undefined;
    return {
      address: used?.address ?? '',
      in_use: used?.inUse ?? false,
      open: used?.open ?? false,
      answered_at: used?.inUse ? reading.answeredAt : 0,
      waiting: used?.inUse === true && problem === 'waiting',
      ...(used?.inUse &&
        problem !== undefined &&
        problem !== 'waiting' && {
          problem: { fault: problem.code, data: problem.data as Readonly<Record<string, unknown>> },
        }),
      start_height: used?.startHeight ?? 0,
      height: used?.height ?? 0,
      chain_height: used?.chainHeight ?? 0,
      waits: used?.asked?.granted === false && used.startHeight > used.asked.from,
      subaddresses: used?.subaddresses ?? false,
      refused: used?.refused ?? 0,
      compared: found !== undefined,
      differences: (found ?? []).map(({ kind, txid, height, amount }) => ({
        kind,
        txid: toHex(txid),
        height,
        amount,
      })),
    };
  },
});
