/** sweep_single: one output, by its key image, to one address. */
import { outputByKeyImage } from '../../wallet/ledger/outputs.ts';
import { readPayees } from '../../wallet/spend/payees.ts';
import { payInTurn } from '../../wallet/spend/turns.ts';
import { prepareSweep } from '../../wallet/spend/spend.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';
import { readKeyImage } from '../wire/key-image.ts';
import { resolveAddress } from '../wire/names.ts';
import { checkSending, sendingErrors, sendingParams, sendOne, singleResult } from '../wire/sending.ts';

export default defineMethod({
  name: 'sweep_single',
  params: { address: str, ...sendingParams, outputs: def(count, 1), get_tx_key: bool, key_image: str },
  result: singleResult,
  errors: {
    ...sendingErrors,
    unknown_key_image: [-1, 'No outputs found'],
    nothing_to_sweep: [-1, 'No outputs found'],
  },
  handle: async (params, context) => {
    const { wallet } = context;
    const priority = checkSending(wallet, params);
    if (params.outputs < 1) throw fault('no_outputs');
    const text = await resolveAddress(context.session, params.address);
    const [payee] = readPayees(
      wallet.state.account.network,
      [{ address: text, amount: 0n }],
      params.payment_id,
    );
    const only = outputByKeyImage(wallet.state, readKeyImage(params.key_image));
    return payInTurn(wallet.ledger, async () => {
      const [pending] = await prepareSweep(wallet.spending, {
        account: only.subaddress.major,
        minors: [only.subaddress.minor],
        allMinors: false,
        address: payee!.address,
        text,
        outputs: params.outputs,
        below: 0n,
        only,
        priority,
      });
      return sendOne(context, pending!, { ...params, keys: params.get_tx_key });
    });
  },
});
