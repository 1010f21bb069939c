/** estimate_tx_size_and_weight: size and weight of a transaction with these numbers of inputs and outputs. */
import { RING_SIZE } from '../../protocol/tx/rules.ts';
import { estimateTxSize, estimateTxWeight } from '../../protocol/tx/weight.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, u32 } from '../schema.ts';

/** Bytes of a public key and an encrypted payment id in the extra field. */
const EXTRA_SIZE = 34 + 10;
/** APPROXIMATE_INPUT_BYTES: size of an input before RingCT, per ring member. */
const PRE_RINGCT_INPUT_SIZE = 80;
const VIEW_TAG_SIZE = 1;
const MOST = 10_000;

export default defineMethod({
  name: 'estimate_tx_size_and_weight',
  // No screen: the page uses x_preview, which knows the coins.
  access: 'read',
  restricted: true,
  console: { needs: ['n_inputs', 'n_outputs'], example: { n_inputs: 2, n_outputs: 2, ring_size: 16 } },
  params: { n_inputs: u32, n_outputs: u32, ring_size: def(u32, 0), rct: def(bool, true) },
  result: { size: count, weight: count },
  handle: ({ n_inputs: inputs, n_outputs, ring_size, rct }, { wallet: _open }) => {
    if (inputs === 0 || Math.max(inputs, n_outputs, ring_size) > MOST) throw fault('no_estimate');
    const ringSize = ring_size || RING_SIZE;
    // A single output gets a dummy output beside it.
    const outputs = n_outputs === 1 ? 2 : n_outputs;
    if (!rct) {
      const size = inputs * ringSize * PRE_RINGCT_INPUT_SIZE + EXTRA_SIZE + outputs * VIEW_TAG_SIZE;
      return { size, weight: size };
    }
    const shape = { inputs, ringSize, outputs, extraSize: EXTRA_SIZE };
    return { size: estimateTxSize(shape), weight: estimateTxWeight(shape) };
  },
});
