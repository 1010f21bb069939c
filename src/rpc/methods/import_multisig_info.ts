/**
 * import_multisig_info: imports the other signers' infos and scans again from the first output whose key image was
 * unknown. Unlike upstream it does not ask a trusted node which key images are spent: the blocks show it.
 */
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'import_multisig_info',
  access: 'change',
  inBackground: true,
  console: { needs: ['info'] },
  params: { info: listOf(str), refresh_after_import: def(bool, true) },
  result: { n_outputs: count },
  handle: async ({ info, refresh_after_import: refresh }, { wallet }) => {
    const covered = await (await wallet.signers()).importInfos(info);
    if (covered > 0 && refresh) await wallet.sync.refresh();
    return { n_outputs: covered };
  },
});
