/**
 * The sentences with which the console asks before a call that cannot be taken back: it sends money, removes something, or
 * shows the node what belongs to this wallet. Each method names its sentence (`console.warning`, src/rpc/facts.ts).
 */
import { writeJson, type Json } from '../../../base/json.ts';
import { integerOf } from '../../../base/shape.ts';
import { counted, xmr } from '../../format/format.ts';
import { isObject, type FormParams } from './read-form.ts';
import type { MethodFacts, Warning } from './methods.gen.ts';
import { hasParameter } from './parameters.ts';

/** Empty: the call sends no money, removes nothing and asks the node nothing about this wallet. */
export function effectOf(facts: MethodFacts, params: FormParams): string {
  const { warning } = facts;
  if (warning === undefined) return '';
  if (params['do_not_relay'] === true && hasParameter(facts, 'do_not_relay')) return '';
  return WARNINGS[warning](params);
}

const FINAL = 'It cannot be taken back.';
const account = (params: FormParams): string => writeJson(params['account_index'] ?? 0);
const payment = (params: FormParams): string => {
  const given = params['destinations'];
  const destinations: readonly Json[] = isList(given) ? given : [];
  const total = destinations.reduce<bigint>((sum, each) => sum + amountOf(each), 0n);
  const addresses = counted(destinations.length, ['# address', '# addresses']);
  return `This sends ${xmr(total)} and the fee from account ${account(params)} to ${addresses}. It goes out at once and without a review. ${FINAL}`;
};
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const amountOf = (destination: Json): bigint => {
  const amount = isObject(destination) ? destination['amount'] : undefined;
  // Methods read decimal texts, too.
  return integerOf(amount, true) ?? 0n;
};

type Effect = (params: FormParams) => string;
const WARNINGS: Readonly<Record<Warning, Effect>> = {
  asks_about_coins: () =>
    'This asks the node about your coins. The node learns that they belong to one person.',
  asks_about_proof: () =>
    'This asks the node about the coins and transactions of the proof. The node learns that they concern you.',
  asks_about_transactions: () =>
    'This asks the node about single transactions. The node learns that they concern you.',
  becomes_signer: () =>
    'This makes the wallet one of several signers. Its present address must not be used any more.',
  closes_wallet: () => 'This closes the wallet that is open now.',
  sends_paper_keys: () => `This sends the money of the keys on paper to this wallet. ${FINAL}`,
  sends_destinations: payment,
  sends_account: (params) =>
    `This sends all spendable money of account ${account(params)} to one address. It goes out at once and without a review. ${FINAL}`,
  sends_coin: () =>
    `This sends one whole coin to an address. It goes out at once and without a review. ${FINAL}`,
  sends_old_coins: () => `This sends old small coins to the wallet itself. ${FINAL}`,
  sends_built: () => `This sends the payment that was built before. ${FINAL}`,
  sends_signed: () => `This sends the signed payments. ${FINAL}`,
  sends_prepared: () => `This sends the prepared payment. ${FINAL}`,
  sends_again: () => 'This sends a payment that waits for a block to the node again.',
  frees_money: () =>
    'This frees the money of a payment that waits for a block. A block may still take that payment.',
  answers_site: () => `This answers the question of a site, and may pay it. ${FINAL}`,
  removes_wallet: () =>
    `This removes the wallet from this device. Without its words or a file it is lost. ${FINAL}`,
  removes_payment: () => `This removes a payment that waits for signatures. ${FINAL}`,
  removes_site: () => `This disconnects the site and removes its log. ${FINAL}`,
  removes_messages: () => `This removes the messages of the other signers. ${FINAL}`,
  removes_history: () => 'This removes what the wallet has read.',
  rescans: () =>
    'This removes what the wallet has read, and reads the chain again. Until then, money is missing.',
  replaces_password: () => 'This replaces the password of the wallet.',
  gives_view_key: () =>
    'This gives the server your view key. It sees what you receive, for ever, and cannot take money.',
  locks_spend_key: () => 'This takes the spend key out of memory until the wallet is opened again.',
  changes_node: () => 'This changes how your node works.',
  drops_pool: () => 'This removes transactions that wait for a block from your node. Other nodes keep them.',
  gives_to_network: () => `This gives the node something to pass on to the network. ${FINAL}`,
  stops_node: () => 'This ends the program of your node.',
  pops_blocks: () => 'This takes blocks off the chain of your node.',
  prunes_node: (params) =>
    params['check'] === true ? '' : `This removes proofs from the database of your node. ${FINAL}`,
};
