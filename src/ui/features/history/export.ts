/** The history as a file: a table for spreadsheets, or JSON for programs. Amounts are exact, times in UTC. */
import { formatXmr } from '../../../base/amount.ts';
import { utc } from '../../format/time.ts';
import { writeCsv } from '../../shared/csv.ts';
import { kindWords, stateWords, type Labels } from '../../shared/transfer-texts.ts';
import type { Transfer } from '../../state/model.ts';

/** CSV with a line of names; what is sent has a minus sign. Several payees stand in one field, separated by spaces. */
export function toCsv(transfers: readonly Transfer[], labels: Labels): string {
  // Programs read these names.
  // @wc-ignore
  const head = [
    ...['time', 'kind', 'state', 'amount', 'fee', 'account', 'note', 'payee', 'own address', 'label'],
    ...['transfer id', 'block'],
  ];
  const rows = transfers.map((transfer) => [
    transfer.time === 0 ? '' : utc(transfer.time),
    kindWords(transfer),
    stateWords(transfer),
    `${transfer.incoming || transfer.state === 'failed' ? '' : '-'}${formatXmr(transfer.amount)}`,
    formatXmr(transfer.fee),
    labels.account(transfer.account),
    transfer.note,
    transfer.destinations.map(({ address }) => address).join(' '),
    ownAddress(transfer),
    ownLabel(transfer, labels),
    transfer.txid,
    transfer.height === 0 ? '' : `${transfer.height}`,
  ]);
  return writeCsv([head, ...rows]);
}

/**
 * A JSON list. Amounts are decimal text in XMR without a sign; `incoming` says where the money went. `kind`: in, out, move
 * or mined. `state`: waiting, settling (in a block, not spendable yet), done or failed.
 */
export function toJson(transfers: readonly Transfer[], labels: Labels): string {
  return JSON.stringify(
    transfers.map((transfer) => ({
      time: transfer.time === 0 ? null : utc(transfer.time),
      kind: transfer.kind,
      incoming: transfer.incoming,
      state: transfer.state,
      amount: formatXmr(transfer.amount),
      fee: formatXmr(transfer.fee),
      account: labels.account(transfer.account),
      note: transfer.note,
      payees: transfer.destinations.map(({ address, amount }) => ({ address, amount: formatXmr(amount) })),
      own_address: ownAddress(transfer),
      label: ownLabel(transfer, labels),
      transfer_id: transfer.txid,
      block: transfer.height === 0 ? null : transfer.height,
    })),
    undefined,
    2,
  );
}

/** Where received money came in. */
const ownAddress = ({ incoming, address }: Transfer): string => (incoming ? address : '');
const ownLabel = ({ incoming, account, addressIndex }: Transfer, labels: Labels): string =>
  incoming ? labels.label(account, addressIndex) : '';
