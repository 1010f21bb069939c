/**
 * import_outputs: imports the result of export_outputs into the signing device's wallet, which never scans the chain.
 */
import { fromHex } from '../../base/hex.ts';
import { BAD_OUTPUTS } from '../messages/cold.ts';
import { defineMethod } from '../method.ts';
import { count, str } from '../schema.ts';

const FAILED = 'Failed to import outputs:';

export default defineMethod({
  name: 'import_outputs',
  access: 'change',
  console: { needs: ['outputs_data_hex'] },
  params: { outputs_data_hex: str },
  result: { num_imported: count },
  errors: {
    watch_only: [-29, 'command not supported by watch-only wallet'],
    foreign_account: [-1, 'Outputs are for a different account'],
    hot_wallet: [-1, `${FAILED} Hot wallets cannot import outputs`],
    bad_outputs: [-1, ({ reason }) => `${FAILED} ${BAD_OUTPUTS[reason]}`],
  },
  handle: async ({ outputs_data_hex: hex }, { wallet }) => {
    const num_imported = await (await wallet.cold()).importOutputs(fromHex(hex));
    return { num_imported };
  },
});
