/** The result of a checked proof in words: for the screen, as text, and for the picture. */
import { counted, xmr } from '../../format/format.ts';
import { utc } from '../../format/time.ts';
import { SPENDABLE_AGE } from '../../../base/chain.ts';
import type { Checked } from './check.svelte.ts';
import type { Claim, ProofKind } from './claim.ts';

export const KIND_NAMES: Readonly<Record<ProofKind, string>> = {
  sent: 'Proof of a payment, by the payer',
  received: 'Proof of a payment, by the receiver',
  spending: 'Proof of who made a transfer',
  reserve: 'Proof of money in a wallet',
  message: 'Signed text',
  key: 'Payment key',
};

/** The amount that is shown large, in piconero; undefined where a proof shows none. */
export function amountOf({ shows }: Checked): bigint | undefined {
  return shows.payment?.received ?? shows.reserve?.total;
}
/** The result in one line. */
export function headline({ kind, shows }: Checked): string {
  switch (kind) {
    case 'sent':
    case 'received':
      return shows.payment?.received === 0n
        ? 'This proof is valid, but the address got nothing in this transfer'
        : 'This proof is valid: the address got this amount';
    case 'spending':
      return 'This proof is valid: its maker made this transfer';
    case 'reserve':
      return 'This proof is valid: the owner of the address had this amount';
    case 'message':
      return 'This signature is valid: the owner of the address signed this text';
    case 'key':
      return 'This payment key is valid: the address got this amount';
  }
}
/** A warning if the payment can still fail, or if money was spent since: to be read before one relies on it. */
export function warning({ shows: { payment, reserve } }: Checked): string {
  if (payment?.inPool === true) return 'The payment waits for a block and can still fail. Check again later.';
  if (payment && payment.confirmations < SPENDABLE_AGE)
    return `The payment has ${payment.confirmations} of ${SPENDABLE_AGE} blocks. Wait for all before you rely on it.`;
  if (reserve && reserve.spent > 0n)
    return `Of this, ${xmr(reserve.spent)} has been spent since. ${xmr(reserve.total - reserve.spent)} is left.`;
  return '';
}
/** True if a later check of the same proof can show something else. */
export function mayChange({ shows: { payment, reserve } }: Checked): boolean {
  return reserve !== undefined || (payment !== undefined && payment.confirmations < SPENDABLE_AGE);
}
/** Says what is certain, and what the proof does not show. */
export function meaning({ kind, shows: { payment, signedWith } }: Checked): readonly string[] {
  switch (kind) {
    case 'sent':
      return [...settled(payment), 'The proof was made with the payment key, which the payer has.'];
    case 'key':
      return [...settled(payment), 'The payer has this key, and everyone to whom it was given.'];
    case 'received':
      return [
        ...settled(payment),
        'The proof was made with a key of the receiver. So it does not show who paid.',
      ];
    case 'spending':
      return ['It does not show who was paid, or how much.'];
    case 'reserve':
      return ['The wallet may have more. Checked again later, the proof shows what was spent since.'];
    case 'message':
      return signedWith === 'view'
        ? ['It was signed with the viewing key, which people who only watch have, too.']
        : ['It was signed with the spend key, which only the owner has.'];
  }
}
const settled = (payment: Checked['shows']['payment']): readonly string[] =>
  payment && payment.confirmations >= SPENDABLE_AGE
    ? [
        `The payment is final: ${counted(payment.confirmations, ['# block confirms it', '# blocks confirm it'])}.`,
      ]
    : [];

/** Empty on the main network. */
export function testNote({ shows: { network, devnet } }: Checked): string {
  if (devnet) return 'This is a private test chain: its money has no value.';
  return network === 'mainnet' ? '' : `This is the test network ${network}: its money has no value.`;
}
/** Empty for a signed text whose address main network and private test chains share: no node is asked about it. */
const networkOf = ({ kind, shows: { network, devnet } }: Checked): string => {
  if (kind === 'message' && network === 'mainnet') return '';
  if (devnet) return 'Private test chain';
  return network === 'mainnet' ? 'Main network' : network;
};

export interface Row {
  readonly label: string;
  readonly value: string;
  /** An address, an ID or a proof: characters to compare, not words. */
  readonly code: boolean;
}
/** The subject of a proof, as rows. */
export function rowsOf({ txid, address, message, kind }: Claim): readonly Row[] {
  const rows = [
    { label: 'Transaction ID', value: txid, code: true },
    { label: 'Address', value: address, code: true },
    { label: kind === 'message' ? 'Text' : 'Message', value: message, code: false },
  ];
  return rows.filter(({ value }) => value !== '');
}
/** Rows of the claim, the result of the check, its time and the network. */
export function resultRows(checked: Checked): readonly Row[] {
  const plain = (label: string, value: string): Row => ({ label, value, code: false });
  const network = networkOf(checked);
  return [
    ...rowsOf(checked),
    ...(network === '' ? [] : [plain('Network', network)]),
    plain('Checked', minuteOf(checked.at)),
    ...(checked.node === '' ? [] : [plain('Node', checked.node)]),
  ];
}
/** `2026-11-23 09:30 UTC`: the same for readers in every country. */
// @wc-ignore
const minuteOf = (ms: number): string => `${utc(ms).slice(0, 16).replace('T', ' ')} UTC`;

export function resultText(checked: Checked): string {
  const amount = amountOf(checked);
  return [
    `${headline(checked)}.`,
    ...(amount === undefined ? [] : [xmr(amount)]),
    ...[warning(checked), testNote(checked), ...meaning(checked)].filter((sentence) => sentence !== ''),
    '',
    ...resultRows(checked).map(({ label, value }) => `${label}: ${value}`),
    `${KIND_NAMES[checked.kind]}: ${checked.proof}`,
  ].join('\n');
}

/** The file with a proof: for people, and for “Check a proof”, which takes the link out of it. */
export function proofText(claim: Claim, link: string): string {
  return [
    ...rowsOf(claim).map(({ label, value }) => `${label}: ${value}`),
    `${KIND_NAMES[claim.kind]}: ${claim.proof}`,
    '',
    link,
    '',
  ].join('\n');
}
