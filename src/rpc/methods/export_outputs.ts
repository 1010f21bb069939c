/** export_outputs: the outputs that the signing device may not know yet, or all. */
import { toHex } from '../../base/hex.ts';
import { exportOutputs } from '../../wallet/cold/outputs.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'export_outputs',
  access: 'read',
  inBackground: false,
  params: { all: bool, start: def(u32, 0), count: def(u32, 0xffffffff) },
  result: { outputs_data_hex: str },
  handle: (range, { wallet, session }) => ({
    outputs_data_hex: toHex(exportOutputs({ random: session.world.random, state: wallet.state }, range)),
  }),
});
