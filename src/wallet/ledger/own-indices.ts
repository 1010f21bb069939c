/** Finds outputs of the wallet in rings, by their global indices. */
import type { PublicKey } from '../../base/brands.ts';
import type { KeyInput } from '../../protocol/tx/types.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Draft } from './draft.ts';

export interface OwnIndices {
  /** True as long as there is nothing to find. */
  isEmpty(): boolean;
  /** Adds new outputs, given by their one-time keys. */
  add(keys: readonly PublicKey[]): void;
  /** One-time keys of the outputs in the ring of an input. */
  inRing(input: KeyInput): readonly PublicKey[];
}

/** `counts`: which outputs are looked for; those of the draft are there from the start. */
export function createOwnIndices(draft: Draft, counts: (output: OwnedOutput) => boolean): OwnIndices {
  /** By global index; of clear outputs by amount and global index. */
  const ringCt = new Map<bigint, PublicKey>();
  const clear = new Map<string, PublicKey>();
  const add = (output: OwnedOutput): void => {
    const { rct, amount, globalIndex, key } = output;
    if (!counts(output)) return;
    if (rct) ringCt.set(BigInt(globalIndex), key);
    else clear.set(`${amount}:${globalIndex}`, key);
  };
  for (let outputIndex = 0; outputIndex < draft.outputCount; outputIndex++) add(draft.output(outputIndex));
  return {
    isEmpty: () => ringCt.size + clear.size === 0,
    add: (keys) => {
      for (const key of keys) {
        const outputIndex = draft.findKey(key);
        if (outputIndex !== undefined) add(draft.output(outputIndex));
      }
    },
    inRing: ({ amount, keyOffsets }) => {
      const found: PublicKey[] = [];
      let index = 0n;
      for (const offset of keyOffsets) {
        index += offset;
        const key = amount === 0n ? ringCt.get(index) : clear.get(`${amount}:${index}`);
        if (key) found.push(key);
      }
      return found;
    },
  };
}
