/**
 * x_multisig: where this signer stands and what comes next, for a guide: the round under way, our message of it, and
 * who has told of the wallet's money. Changes nothing but, with `enable`, that multisig is wanted here.
 */
import { toHex } from '../../base/hex.ts';
import { importNeeded } from '../../wallet/multisig/info.ts';
import { enableMultisig, isUsed } from '../../wallet/multisig/making.ts';
import { progressOf } from '../../wallet/multisig/progress.ts';
import { multisigStatus } from '../../wallet/multisig/status.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str } from '../schema.ts';

export default defineMethod({
  name: 'x_multisig',
  params: { enable: def(bool, false) },
  result: {
    next: str,
    multisig: bool,
    ready: bool,
    threshold: count,
    total: count,
    round: count,
    rounds: count,
    message: str,
    /** Our last message, for who lags behind. */
    again: str,
    /** Money came here or went from here. */
    used: bool,
    import_needed: bool,
    /** Empty until all have the same one. */
    address: str,
    signers: listOf(obj({ key: str, own: bool, told: bool })),
  },
  handle: async ({ enable }, { wallet }) => {
    const { state } = wallet;
    if (enable && !state.settings.multisigEnabled) await wallet.ledger.commit(enableMultisig);
    const { signers, ...progress } = progressOf(state);
    const { active, mainDone, ready, threshold, total } = multisigStatus(state.account);
    return {
      ...progress,
      multisig: active,
      ready,
      threshold,
      total,
      used: isUsed(state),
      import_needed: importNeeded(state),
      address: mainDone ? wallet.addressText({ major: 0, minor: 0 }) : '',
      signers: signers.map(({ key, own, told }) => ({ key: toHex(key), own, told })),
    };
  },
});
