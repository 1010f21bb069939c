/** describe_transfer: what an unsigned set, or one of several signers, would do: found out by the one who is to sign it. */
import { fromHex, toHex } from '../../base/hex.ts';
import { formatAddress } from '../../protocol/address/address.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { describeSet, type Described } from '../../wallet/cold/describe.ts';
import { examinerOf } from '../../wallet/cold/examine.ts';
import type { Recipient } from '../../wallet/cold/payees.ts';
import { describeMultisig } from '../../wallet/multisig/describe.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';

/** `x_own`: ours; one of this wallet's own addresses. */
const recipient = obj({ address: str, amount: u64, x_own: def(bool, false) });
const totals = {
  amount_in: u64,
  amount_out: u64,
  recipients: listOf(recipient),
  change_amount: u64,
  change_address: str,
  fee: u64,
  /** Ours: the fee in hundredths of a percent of what the recipients get. */
  x_fee_share: def(u32, 0),
};

export default defineMethod({
  name: 'describe_transfer',
  params: { unsigned_txset: str, multisig_txset: str },
  result: {
    summary: obj(totals),
    desc: listOf(
      obj({
        ...totals,
        ring_size: u32,
        unlock_time: u64,
        sources: listOf(obj({ amount: u64, global_index: count, rct: bool, pubkey: str })),
        payment_id: str,
        weight: def(count, 0),
        dummy_outputs: u32,
        extra: str,
      }),
    ),
    /** Ours, of a set of several signers: the keys of those who say to have signed. */
    x_signers: listOf(str),
  },
  errors: {
    multisig_has_no_spend_key: [-39, 'cannot load unsigned_txset'],
    watch_only: [-29, 'command not supported by watch-only wallet'],
    old_format: [-39, 'cannot load unsigned_txset: its format is no longer read'],
    bad_multisig_set: [-34, 'cannot load multisig_txset'],
  },
  handle: async ({ unsigned_txset: unsigned, multisig_txset: multisig }, { wallet }) => {
    if (unsigned === '' && multisig === '') throw fault('no_txset');
    const indexOf = (key: Uint8Array) => wallet.sync.indexOf(key);
    const { state } = wallet;
    const described: Described & { readonly signers?: readonly Uint8Array[] } =
      unsigned === ''
        ? await describeMultisig({ state, indexOf }, fromHex(multisig))
        : await describeSet(examinerOf(state, indexOf), fromHex(unsigned));
    const txs = described.txs.map(({ data, examined }) => ({
      ...amountsOf(examined, examined.recipients),
      ...factsOf(data),
      ring_size: examined.ringSize,
      weight: examined.weight,
      payment_id: examined.paymentId ? toHex(examined.paymentId) : '',
      dummy_outputs: examined.dummies,
    }));
    const x_signers = described.signers?.map(toHex) ?? [];
    return { summary: amountsOf(described.total, described.total.recipients), desc: txs, x_signers };
  },
});

const amountsOf = (
  { amountIn, amountOut, change, changeAddress, fee, feeShare }: Omit<Described['total'], 'recipients'>,
  recipients: readonly Recipient[],
) => ({
  amount_in: amountIn,
  amount_out: amountOut,
  recipients: recipients.map(({ address, amount, own }) => ({
    address: formatAddress(address),
    amount,
    x_own: own !== undefined,
  })),
  change_amount: change,
  change_address: changeAddress ? formatAddress(changeAddress) : '',
  fee,
  x_fee_share: feeShare,
});

const factsOf = ({ sources, unlockTime, extra }: ConstructionData) => ({
  unlock_time: unlockTime,
  sources: sources.map(({ ring, realIndex, amount, rct }) => ({
    amount,
    global_index: ring[realIndex]!.index,
    rct,
    pubkey: toHex(ring[realIndex]!.key),
  })),
  extra: toHex(extra),
});
