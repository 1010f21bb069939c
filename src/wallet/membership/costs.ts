/** Fees and limits of payments that prove membership: protocol/fcmp/weight.ts by the network's rates. */
import { fcmpWeight } from '../../protocol/fcmp/weight.ts';
import type { Costs, FeeRate } from '../spend/fees.ts';

/** The network takes 128. More make the proof of a browser long, and a payment easier to recognise. */
const MOST_INPUTS = 8;

const COSTS: Costs = {
  maxInputs: MOST_INPUTS,
  // The choice of inputs begins with none.
  fee: (perByte, inputs, outputs) => BigInt(fcmpWeight({ inputs: Math.max(1, inputs), outputs })) * perByte,
};

export function withCosts(rate: FeeRate): FeeRate {
  return { ...rate, costs: COSTS };
}
