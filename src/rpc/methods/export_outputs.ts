/** export_outputs: the outputs that the signing device may not know yet, or all. */
import { defineMethod } from '../method.ts';
import { bool, def, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'export_outputs',
  access: 'read',
  inBackground: false,
  console: { example: { all: true } },
  params: { all: bool, start: def(u32, 0), count: def(u32, 0xffffffff) },
  result: { outputs_data_hex: str },
  handle: async (range, { wallet }) => ({
    outputs_data_hex: await (await wallet.cold()).exportOutputsHex(range),
  }),
});
