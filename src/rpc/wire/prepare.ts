/** Prepares transactions from parameters. `then` runs before any other payment of this wallet (spend/locks.ts). */
import type { Destination, AnyPrepared, SweepRequest } from '../../wallet/types.ts';
import { readPayees } from '../../wallet/without-wallet.ts';
import { fault } from '../faults.ts';
import type { RpcContext } from '../method.ts';
import { readKeyImages } from './key-image.ts';
import { resolveAddress, resolveAll } from './openalias.ts';
import { checkSending } from './sending.ts';

interface Common {
  readonly priority: number;
  readonly unlock_time: bigint;
  readonly payment_id: string;
  /** Spend exactly the outputs with these key images; absent or empty: the wallet chooses. */
  readonly key_images?: readonly string[];
}
interface Payment extends Common {
  readonly destinations: readonly Destination[];
  readonly account_index: number;
  readonly subaddr_indices: readonly number[];
  readonly subtract_fee_from_outputs?: readonly number[];
}
interface Sweep extends Common {
  readonly address: string;
  readonly outputs: number;
}
/** Outputs that the sweep spends. */
type SweepSource = Pick<SweepRequest, 'account' | 'minors' | 'allMinors' | 'only' | 'below'>;
type Then<T> = (prepared: readonly AnyPrepared[]) => Promise<T>;

export async function withPayment<T>(
  { wallet, session }: RpcContext,
  { destinations, payment_id, subtract_fee_from_outputs = [], key_images = [], ...given }: Payment,
  then: Then<T>,
): Promise<T> {
  const priority = checkSending(wallet, given);
  const resolved = await resolveAll(session, destinations);
  const payees = readPayees(wallet.state.account.network, resolved, payment_id);
  const chosen = readKeyImages(key_images);
  return wallet.payments.prepare(
    {
      account: given.account_index,
      minors: given.subaddr_indices,
      chosen,
      payees,
      subtractFeeFrom: [...new Set(subtract_fee_from_outputs)],
      priority,
    },
    then,
  );
}

/** Own fault: no_outputs. */
export async function withSweep<T>(
  { wallet, session }: RpcContext,
  { address, payment_id, outputs, key_images = [], ...given }: Sweep,
  source: () => SweepSource | Promise<SweepSource>,
  then: Then<T>,
): Promise<T> {
  const priority = checkSending(wallet, given);
  const text = await resolveAddress(session, address);
  const { network } = wallet.state.account;
  const [payee] = readPayees(network, [{ address: text, amount: 0n }], payment_id);
  if (outputs < 1) throw fault('no_outputs');
  const from = { ...(await source()), chosen: readKeyImages(key_images) };
  const requested = { ...from, address: payee!.address, text, outputs, priority };
  return wallet.payments.prepareSweep(requested, then);
}

/** Fault tx_too_large unless there is exactly one transaction. */
export function onlyOne(prepared: readonly AnyPrepared[]): AnyPrepared {
  const [first] = prepared;
  if (!first || prepared.length > 1) throw fault('tx_too_large', { transactions: prepared.length });
  return first;
}
