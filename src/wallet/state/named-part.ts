/**
 * The wallet as its light-wallet server names it, in the form of a state: balances, history and payments are computed from it while the
 * server is in use. Outputs, payments and height are the server's; all other records are the wallet's own. Records that the wallet read
 * from the chain stay as they are.
 */
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { MutableFundsIndex } from './funds-index.ts';
import { MutableHistoryIndex } from './history-index.ts';
import { MutableKeyIndex } from './key-index.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { Outgoing, Payment } from './records/payments.ts';
import { RELAYED } from './records/relay.ts';
import { pendingOf, type WalletState } from './state.ts';

export type NamedPart = Pick<
  WalletState,
  'outputs' | 'byKey' | 'byKeyImage' | 'funds' | 'history' | 'tables' | 'height'
>;

export function namedPart(state: WalletState): NamedPart {
  const { tables } = state;
  const outputs = namedOutputs(state);
  const byKey = new MutableKeyIndex((at) => outputs[at]?.key);
  const byKeyImage = new MutableKeyIndex((at) => outputs[at]?.keyImage);
  const funds = new MutableFundsIndex();
  for (const [at, output] of outputs.entries()) {
    funds.add(at, output);
    byKey.set(output.key, at);
    byKeyImage.set(output.keyImage!, at);
  }
  const outgoing = new Map([...unmined(tables.outgoing), ...spendingsOf(state, outputs)]);
  const payments = paymentsOf(state, outputs, outgoing);
  const history = new MutableHistoryIndex();
  for (const [key, payment] of payments) history.setPayment(key, undefined, payment);
  for (const [key, record] of outgoing) history.setOutgoing(key, undefined, record);
  const { height } = tables.lightServer.get('')!;
  return { outputs, byKey, byKeyImage, funds, history, height, tables: { ...tables, outgoing, payments } };
}

/** In chain order; also spent by the wallet's own payments that wait, and frozen where the person froze them. */
const namedOutputs = (state: WalletState): OwnedOutput[] => {
  const waiting = new Map(
    pendingOf(state).flatMap(({ keyImages, txid }) => keyImages.map((image) => [toHex(image), txid])),
  );
  return [...state.tables.namedOutputs.values()]
    .sort((a, b) => a.height - b.height || a.globalIndex - b.globalIndex)
    .map((output) => {
      const read = state.outputs[state.byKey.find(output.key) ?? -1];
      const txid = waiting.get(toHex(output.keyImage!));
      // The server may keep a spend back that the wallet has read itself.
      const spent = output.spent ?? read?.spent ?? (txid && { height: 0, txid });
      const frozen = read?.frozen ?? state.tables.toFreeze.has(toHex(output.key));
      return { ...output, frozen, ...(spent && { spent }) };
    });
};

const unmined = (outgoing: ReadonlyMap<string, Outgoing>): [string, Outgoing][] =>
  [...outgoing].filter(([, { state }]) => state !== 'confirmed');

/** The transactions in blocks that spend named outputs. Whom they pay, only the wallet's own records know. */
const spendingsOf = (state: WalletState, outputs: readonly OwnedOutput[]): [string, Outgoing][] => {
  const inputs = groupBy(
    outputs.filter(({ spent }) => spent !== undefined && spent.height > 0),
    ({ spent }) => toHex(spent!.txid),
  );
  const received = groupBy(outputs, ({ txid }) => toHex(txid));
  return [...inputs].flatMap(([id, spent]): [string, Outgoing][] => {
    const tx = state.tables.namedTransactions.get(id);
    if (!tx) return [];
    const known = state.tables.outgoing.get(id);
    const account = spent[0]!.subaddress.major;
    const returned = sum((received.get(id) ?? []).filter(({ subaddress }) => subaddress.major === account));
    return [
      [
        id,
        {
          ...{ txid: tx.txid, state: 'confirmed', height: tx.height, timestamp: tx.timestamp },
          ...{ amountIn: sum(spent), change: returned, returned, account, unlockTime: tx.unlockTime },
          fee: known?.fee ?? tx.fee,
          subaddresses: [...new Set(spent.map(({ subaddress }) => subaddress.minor))].sort((a, b) => a - b),
          destinations: known?.destinations ?? [],
          ...(known?.paymentId && { paymentId: known.paymentId }),
          keyImages: spent.map(({ keyImage }) => keyImage!),
          relay: RELAYED,
        },
      ],
    ];
  });
};

/** Payments by transaction and address. What returns to the paying account is change. */
const paymentsOf = (
  state: WalletState,
  outputs: readonly OwnedOutput[],
  outgoing: ReadonlyMap<string, Outgoing>,
): Map<string, Payment> => {
  const keyOf = (id: string, { major, minor }: SubaddressIndex): string => `${id}:${major}:${minor}`;
  const paid = outputs.filter(
    ({ txid, subaddress }) => outgoing.get(toHex(txid))?.account !== subaddress.major,
  );
  return new Map(
    [...groupBy(paid, ({ txid, subaddress }) => keyOf(toHex(txid), subaddress))].map(([key, received]) => {
      const { txid, subaddress, height, timestamp, unlockTime, coinbase } = received[0]!;
      const payment: Payment = {
        ...{ txid, subaddress, height, timestamp, unlockTime, coinbase, doubleSpendSeen: false },
        amount: sum(received),
        amounts: received.map(({ amount }) => amount),
        fee: state.tables.namedTransactions.get(toHex(txid))?.fee ?? 0n,
      };
      return [key, payment];
    }),
  );
};

const groupBy = (
  outputs: readonly OwnedOutput[],
  keyOf: (output: OwnedOutput) => string,
): Map<string, OwnedOutput[]> => {
  const groups = new Map<string, OwnedOutput[]>();
  for (const output of outputs) {
    const key = keyOf(output);
    const group = groups.get(key);
    if (group) group.push(output);
    else groups.set(key, [output]);
  }
  return groups;
};

const sum = (outputs: readonly OwnedOutput[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);
