/** submit_multisig: relays the transactions of a multisig set with enough signatures. */
import { fromHex, toHex } from '../../base/hex.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { submitMultisig } from '../../wallet/multisig/submit.ts';
import { payInTurn } from '../../wallet/spend/turns.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'submit_multisig',
  params: { tx_data_hex: str },
  result: { tx_hash_list: listOf(str) },
  errors: {
    tx_rejected: [
      -36,
      ({ reason }) => `Failed to submit multisig tx: transaction was rejected by daemon: ${reason}`,
    ],
    relay_unknown: [-36, 'Failed to submit multisig tx: no answer from daemon, it may be on its way'],
    output_not_spendable: [
      -36,
      ({ reason }) => `Failed to submit multisig tx: an output is not spendable: ${reason}`,
    ],
    node: [-36, 'Failed to submit multisig tx: no connection to daemon'],
    '*': -36,
  },
  handle: async ({ tx_data_hex: hex }, { wallet, session }) => {
    readyMultisig(wallet.state);
    const txids = await payInTurn(wallet.ledger, () =>
      submitMultisig(
        {
          ledger: wallet.ledger,
          indexOf: (key) => wallet.sync.indexOf(key),
          relay: (pending) => wallet.relay(pending),
        },
        fromHex(hex),
      ),
    );
    session.touchChanged();
    return { tx_hash_list: txids.map(toHex) };
  },
});
