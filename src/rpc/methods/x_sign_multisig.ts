/**
 * x_sign_multisig: as sign_multisig, and stores the signed set in the commit that deletes its nonces: in no crash are
 * both lost.
 */
import { fromHex, toHex } from '../../base/hex.ts';
import { signMultisig } from '../../wallet/multisig/sign.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_sign_multisig',
  access: 'spend',
  params: { tx_data_hex: str },
  result: { tx_data_hex: str },
  errors: { '*': -35 },
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    readyMultisig(wallet.state);
    const { set } = await signMultisig(
      {
        ledger: wallet.ledger,
        random: session.world.random,
        indexOf: (key) => wallet.sync.indexOf(key),
        keep: { now: wallet.now(), note: '' },
      },
      fromHex(hex),
    );
    return { tx_data_hex: toHex(set) };
  },
});
