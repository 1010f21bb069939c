/** The outputs of a draft, by index, one-time key or key image. */
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { fromHex } from '../../base/hex.ts';
import { MutableKeyIndex } from '../state/key-index.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { DraftTables } from './draft-tables.ts';

export interface DraftOutputs {
  readonly outputCount: number;
  output(outputIndex: number): OwnedOutput;
  setOutput(outputIndex: number, output: OwnedOutput): void;
  /** Removes all outputs from this index on. */
  dropOutputs(from: number): void;
  findKey(oneTimeKey: Uint8Array): number | undefined;
  findKeyImage(keyImage: Uint8Array): number | undefined;
  /** The array of the output that has this key image; undefined when none has. */
  ownKeyImage(keyImage: Uint8Array): KeyImage | undefined;
  /** Takes the key in hex. */
  indexOfKey(hex: string): number | undefined;
  indexOfKeyImage(hex: string): number | undefined;
}

export function createDraftOutputs(state: WalletState, tables: DraftTables): DraftOutputs {
  let count = state.outputs.length;
  const known = (outputIndex: number): OwnedOutput | undefined =>
    outputIndex < count ? tables.get('outputs', String(outputIndex)) : undefined;
  const newKeys = new MutableKeyIndex((outputIndex) => known(outputIndex)?.key);
  const newImages = new MutableKeyIndex((outputIndex) => known(outputIndex)?.keyImage);
  /** The index if it still belongs to this output: in a draft, a reorg may have moved outputs. */
  const ifHeld = (
    outputIndex: number | undefined,
    field: (output: OwnedOutput) => Uint8Array | undefined,
    bytes: Uint8Array,
  ): number | undefined => {
    const output = outputIndex === undefined ? undefined : known(outputIndex);
    const value = output && field(output);
    return value && equalBytes(value, bytes) ? outputIndex : undefined;
  };
  const findKey = (bytes: Uint8Array): number | undefined =>
    newKeys.find(bytes) ?? ifHeld(state.byKey.find(bytes), ({ key }) => key, bytes);
  const findKeyImage = (bytes: Uint8Array): number | undefined =>
    newImages.find(bytes) ?? ifHeld(state.byKeyImage.find(bytes), ({ keyImage }) => keyImage, bytes);
  return {
    get outputCount() {
      return count;
    },
    output: (outputIndex) => tables.get('outputs', String(outputIndex))!,
    setOutput: (outputIndex, next) => {
      tables.put('outputs', String(outputIndex), next);
      count = Math.max(count, outputIndex + 1);
      newKeys.set(next.key, outputIndex);
      if (next.keyImage) newImages.set(next.keyImage, outputIndex);
    },
    dropOutputs: (from) => {
      while (count > from) tables.delete('outputs', String(--count));
    },
    findKey,
    findKeyImage,
    ownKeyImage: (bytes) => {
      const outputIndex = findKeyImage(bytes);
      return outputIndex === undefined ? undefined : known(outputIndex)?.keyImage;
    },
    indexOfKey: (hex) => (hex.length === 64 ? findKey(fromHex(hex)) : undefined),
    indexOfKeyImage: (hex) => (hex.length === 64 ? findKeyImage(fromHex(hex)) : undefined),
  };
}
