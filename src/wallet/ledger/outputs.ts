/** Single outputs by their key images; freezing keeps one from being spent. Upstream: `wallet2::freeze`, `thaw`, `frozen`. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/types.ts';

/** Fault unknown_key_image. */
export const outputByKeyImage = (state: WalletState, keyImage: Uint8Array): OwnedOutput =>
  state.outputs[seatOf(state, keyImage)]!;

/** Fault unknown_key_image. */
export const setFrozen = (ledger: Ledger, keyImage: Uint8Array, frozen: boolean): Promise<void> =>
  ledger.commit((state) => {
    const seat = seatOf(state, keyImage);
    return change([put('outputs', String(seat), { ...state.outputs[seat]!, frozen })]);
  });

const seatOf = (state: WalletState, keyImage: Uint8Array): number => {
  const seat = state.byKeyImage.get(toHex(keyImage));
  if (seat === undefined) throw fault('unknown_key_image');
  return seat;
};
