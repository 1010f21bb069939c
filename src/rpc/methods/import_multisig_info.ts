/**
 * import_multisig_info: imports the other signers' infos and scans again from the first output whose key image was
 * unknown. Unlike upstream it does not ask a trusted node which key images are spent: the blocks show it.
 */
import { fromHex } from '../../base/hex.ts';
import { coveredOutputs, readInfos, reduceInfos } from '../../wallet/multisig/info.ts';
import { coinsTaken } from '../../wallet/multisig/messages.ts';
import { readyMultisig } from '../../wallet/multisig/status.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'import_multisig_info',
  access: 'change',
  inBackground: true,
  params: { info: listOf(str), refresh_after_import: def(bool, true) },
  result: { n_outputs: count },
  handle: async ({ info, refresh_after_import: refresh }, { wallet, session }) => {
    const { threshold } = readyMultisig(wallet.state);
    if (info.length + 1 < threshold)
      throw fault('too_few_signers', { have: info.length + 1, needed: threshold });
    const infos = readInfos(
      wallet.state,
      info.map((hex) => fromHex(hex)),
    );
    const covered = coveredOutputs(wallet.state, infos);
    if (covered === 0) return { n_outputs: 0 };
    await session.commitWhileStopped((state) => {
      const reduced = reduceInfos(state, infos);
      return { ...reduced, puts: [...reduced.puts, ...coinsTaken(state).puts] };
    });
    if (refresh) {
      await wallet.sync.refresh();
    }
    return { n_outputs: covered };
  },
});
