/** Makes a companion of the open wallet, and reads one into it. */
import { isFault } from '../../base/fault.ts';
import type { Random } from '../../ports/random.ts';
import { fault } from '../faults.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import { collectCompanion } from './collect.ts';
import { countsOf, type CompanionContent, type CompanionCounts } from './content.ts';
import { readCompanion, writeCompanion } from './encoding.ts';
import { mergeCompanion, type Merged } from './merge.ts';
import { openCompanion, sealCompanion } from './sealed.ts';

export interface ExportedCompanion {
  readonly bytes: Uint8Array;
  readonly holds: CompanionCounts;
}

/** `now`: seconds. Fault bad_companion (too_large). */
export function exportCompanion(
  { state, random }: { readonly state: WalletState; readonly random: Random },
  now: number,
): ExportedCompanion {
  const companion = collectCompanion(state, now);
  const content = writeCompanion(companion);
  try {
    return {
      bytes: sealCompanion((count) => random.bytes(count), state.account, content),
      holds: countsOf(companion),
    };
  } finally {
    content.fill(0);
  }
}

export interface ImportedCompanion extends Pick<Merged, 'added' | 'unsearched'> {
  /** Seconds: when it was made. */
  readonly made: number;
  readonly holds: CompanionCounts;
}

/** Adds what the wallet does not have, in one commit. On a fault nothing has changed. Fault bad_companion. */
export async function importCompanion(ledger: Ledger, bytes: Uint8Array): Promise<ImportedCompanion> {
  const content = openCompanion(ledger.state.account, bytes);
  const companion = readContent(content);
  content.fill(0);
  let merged: Merged | undefined;
  await ledger.commit((state) => {
    merged = mergeCompanion(state, companion);
    return merged.change;
  });
  const { added, unsearched } = merged!;
  return { made: companion.made, holds: countsOf(companion), added, unsearched };
}

const readContent = (content: Uint8Array): CompanionContent => {
  try {
    return readCompanion(content);
  } catch (error) {
    throw isFault(error) ? fault('bad_companion', { reason: 'damaged' }) : error;
  }
};
