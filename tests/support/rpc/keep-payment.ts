/** A payment that other devices sign, stored with its inputs bound, as the page makes it. */
import type { Params } from '../../../src/rpc/contract.ts';
import type { RpcWallet } from './fixture.ts';

export interface KeptPayment {
  /** Its key among the unsent payments. */
  readonly id: string;
  /** The unsigned or multisig set, in hex. */
  readonly set: string;
  readonly fee: bigint;
  /** Total amount of its inputs. */
  readonly bound: bigint;
}

export async function keepPayment(
  { call }: RpcWallet,
  payment: Params<'x_prepare_transfer'>,
  note = '',
): Promise<KeptPayment> {
  const prepared = await call('x_prepare_transfer', payment);
  const { unsent } = await call('x_send_prepared', { id: prepared.id, note });
  const { payments } = await call('x_unsent_payments', { id: unsent! });
  const { id, set, fee, bound } = payments![0]!;
  return { id, set, fee, bound };
}
