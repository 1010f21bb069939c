/** The outputs of a draft, by index, one-time key or key image. */
import { toHex } from '../../base/hex.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { DraftTables } from './draft-tables.ts';

export interface DraftOutputs {
  readonly outputCount: number;
  output(outputIndex: number): OwnedOutput;
  setOutput(outputIndex: number, output: OwnedOutput): void;
  /** Removes all outputs from this index on. */
  dropOutputs(from: number): void;
  /** `hex`: the one-time key. */
  indexOfKey(hex: string): number | undefined;
  indexOfKeyImage(hex: string): number | undefined;
}

export function createDraftOutputs(state: WalletState, tables: DraftTables): DraftOutputs {
  const newKeys = new Map<string, number>();
  const newImages = new Map<string, number>();
  let count = state.outputs.length;
  const output = (outputIndex: number): OwnedOutput => tables.get('outputs', String(outputIndex))!;
  /** The index if it still belongs to this output: in a draft, a reorg may have moved outputs. */
  const holds = (
    outputIndex: number | undefined,
    field: (output: OwnedOutput) => Uint8Array | undefined,
    hex: string,
  ): boolean => {
    if (outputIndex === undefined || outputIndex >= count) return false;
    const value = field(output(outputIndex));
    return value !== undefined && toHex(value) === hex;
  };
  return {
    get outputCount() {
      return count;
    },
    output,
    setOutput: (outputIndex, next) => {
      tables.put('outputs', String(outputIndex), next);
      count = Math.max(count, outputIndex + 1);
      newKeys.set(toHex(next.key), outputIndex);
      if (next.keyImage) newImages.set(toHex(next.keyImage), outputIndex);
    },
    dropOutputs: (from) => {
      while (count > from) tables.delete('outputs', String(--count));
    },
    indexOfKey: (hex) => {
      const outputIndex = newKeys.get(hex) ?? state.byKey.get(hex);
      return holds(outputIndex, ({ key }) => key, hex) ? outputIndex : undefined;
    },
    indexOfKeyImage: (hex) => {
      const outputIndex = newImages.get(hex) ?? state.byKeyImage.get(hex);
      return holds(outputIndex, ({ keyImage }) => keyImage, hex) ? outputIndex : undefined;
    },
  };
}
