/** The history as a file: a table for spreadsheets, or JSON for programs. Amounts are exact, times in UTC. */
import { formatXmr, sumAmounts } from '../../../base/amount.ts';
import { utc } from '../../format/time.ts';
import { writeCsv } from '../../format/csv.ts';
import type { Labels } from '../../state/labels.ts';
import { kindWords, stateWords } from '../../transfers/transfer-texts.ts';
import { partsOf } from '../../state/change.ts';
import type { Transfer } from '../../state/model.ts';

interface Line {
  /** Absent: of a failed transfer, which changes no balance. */
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly payee?: string;
  readonly ownAddress?: string;
  readonly kind?: string;
}

/**
 * CSV with a line of names. Each payee of a transfer has a line with its amount; what an account pays itself has another
 * one, where it comes back. `amount` without `fee` is what an account lost or got, so the sum of a column is right.
 * `owns`: whether an address is this wallet's.
 */
export function toCsv(
  transfers: readonly Transfer[],
  labels: Labels,
  owns: (address: string) => boolean,
): string {
  // Programs read these names.
  // @wc-ignore
  const head = [
    ...['time', 'kind', 'state', 'amount', 'fee', 'account', 'note', 'payee', 'own address', 'label'],
    ...['transaction ID', 'block'],
  ];
  const rows = transfers.flatMap((transfer) =>
    linesOf(transfer, owns).map(({ amount, fee, payee = '', ownAddress = '', kind }) => [
      transfer.time === 0 ? '' : utc(transfer.time),
      kind ?? kindWords(transfer),
      stateWords(transfer),
      amount === undefined ? '' : formatXmr(amount),
      fee === undefined ? '' : formatXmr(fee),
      labels.account(transfer.account),
      transfer.note,
      payee,
      ownAddress,
      ownLabel(transfer, labels),
      transfer.txid,
      transfer.height === 0 ? '' : `${transfer.height}`,
    ]),
  );
  return writeCsv([head, ...rows]);
}

const linesOf = (transfer: Transfer, owns: (address: string) => boolean): readonly Line[] => {
  const { destinations, incoming, state, address } = transfer;
  if (incoming) return [{ amount: transfer.net, ownAddress: address }];
  const payees = destinations.map((to) => ({ payee: to.address, amount: -to.amount }));
  if (state === 'failed') return destinations.length === 0 ? [{}] : payees.map(({ payee }) => ({ payee }));
  const { moved, fee } = partsOf(transfer, [transfer.account]);
  const [first, ...more] = payees;
  if (!first) return [{ amount: moved, fee }];
  // The payees do not explain this rest: the account paid itself, or payees are not known.
  const rest = moved - sumAmounts(payees);
  const own = destinations.filter((to) => owns(to.address));
  const ownAddress = sumAmounts(own) === rest ? own.map((to) => to.address).join(' ') : '';
  const back: Line = { amount: rest, ownAddress, kind: kindWords({ ...transfer, kind: 'move' }) };
  return [{ ...first, fee }, ...more, ...(rest > 0n ? [back] : rest < 0n ? [{ amount: rest }] : [])];
};

/**
 * A JSON list. Amounts are decimal text in XMR. `amount` has no sign; `incoming` says where the money went. `change`: by how
 * much the balance of the account changed, with a sign. `kind`: in, out, move or mined. `state`: waiting, settling (in a
 * block, not spendable yet), done or failed. `fee`: null if others paid it.
 */
export function toJson(transfers: readonly Transfer[], labels: Labels): string {
  return JSON.stringify(
    transfers.map((transfer) => ({
      time: transfer.time === 0 ? null : utc(transfer.time),
      kind: transfer.kind,
      incoming: transfer.incoming,
      state: transfer.state,
      amount: formatXmr(transfer.amount),
      fee: transfer.incoming ? null : formatXmr(transfer.fee),
      change: formatXmr(transfer.net),
      account: labels.account(transfer.account),
      note: transfer.note,
      payees: transfer.destinations.map(({ address, amount }) => ({ address, amount: formatXmr(amount) })),
      own_address: transfer.incoming ? transfer.address : '',
      label: ownLabel(transfer, labels),
      transaction_id: transfer.txid,
      block: transfer.height === 0 ? null : transfer.height,
    })),
    undefined,
    2,
  );
}

/** Where received money came in. */
const ownLabel = ({ incoming, account, addressIndex }: Transfer, labels: Labels): string =>
  incoming ? labels.label(account, addressIndex) : '';
