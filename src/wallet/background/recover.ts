/**
 * Runs when the spend key is restored: computes the key images of outputs received meanwhile, and finds the stored
 * transactions that spent them. It asks no node, which would learn which key images belong together.
 * Upstream: `wallet2::process_background_cache`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { keyImageAt } from '../cold/own-output.ts';
import { FIRST_RINGLESS } from '../ledger/ring-watch.ts';
import type { CarrotImageOf } from '../scan/find-carrot.ts';
import { applySpending, receivedIn } from '../cold/spent.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { firstOf } from '../ledger/spend-search.ts';
import type { WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { MaybeSpending } from '../state/records/outputs.ts';
import type { BackgroundSync } from '../state/records/settings.ts';
import type { Change } from '../state/tables.ts';

/** Loads what computes key images of outputs of Carrot, if the wallet has any without one. */
export async function loadCarrotImages({ outputs }: WalletState): Promise<CarrotImageOf | undefined> {
  if (!outputs.some(({ carrot, keyImage }) => carrot && !keyImage)) return undefined;
  return (await import('../scan/find-carrot.ts')).carrotImageOf;
}

/** `account` contains the spend key; `background` are the new settings; `carrotImageOf` is from `loadCarrotImages`. */
export function recover(
  state: WalletState,
  account: AccountRecord,
  background: BackgroundSync | undefined,
  carrotImageOf?: CarrotImageOf,
): Change {
  const draft = createDraft(state);
  const { background: _before, ...settings } = state.settings;
  draft.put('account', '', account);
  draft.put('settings', '', { ...settings, ...(background && { background }) });
  giveKeyImages(draft, account, carrotImageOf);
  const waiting = draft.entries('maybeSpending');
  const received = receivedIn(
    draft,
    waiting.map(([, tx]) => tx),
  );
  for (const [key, tx] of waiting) {
    if (key === FIRST_RINGLESS) searchFrom(draft, tx.height, state.height);
    else settle(draft, tx, received);
    draft.delete('maybeSpending', key);
  }
  return draft.change();
}

/** Searches these blocks for spends (ledger/spend-search.ts). */
const searchFrom = (draft: Draft, height: number, to: number): void => {
  const first = firstOf(height);
  const from = Math.min(first, draft.get('spendSearch', '')?.from ?? first);
  draft.put('spendSearch', '', { from, next: from, to });
};

const giveKeyImages = (
  draft: Draft,
  account: AccountRecord,
  carrotImageOf: CarrotImageOf | undefined,
): void => {
  for (let outputIndex = 0; outputIndex < draft.outputCount; outputIndex++) {
    const { keyImageRequested: _asked, ...output } = draft.output(outputIndex);
    if (output.keyImage) continue;
    const keyImage = output.carrot
      ? carrotImageOf?.(account, { ...output, carrot: output.carrot })
      : keyImageAt(account, output, output.subaddress);
    if (!keyImage) continue;
    const spender = output.spent ? undefined : draft.spenderOf(keyImage);
    draft.setOutput(outputIndex, {
      ...output,
      keyImage,
      ...(spender && { spent: { height: 0, txid: spender } }),
    });
  }
};

const settle = (
  draft: Draft,
  { txid, keyImages, ...tx }: MaybeSpending,
  received: ReturnType<typeof receivedIn>,
): void => {
  const ours = keyImages.map(toHex).filter((image) => {
    const outputIndex = draft.indexOfKeyImage(image);
    if (outputIndex === undefined) return false;
    const { spent } = draft.output(outputIndex);
    return !(spent && spent.height > 0 && equalBytes(spent.txid, txid));
  });
  if (ours.length === 0) return;
  applySpending(draft, { ...tx, txid, keyImages: keyImages.map(toHex) }, received);
  // Our pending transactions with the same inputs have failed.
  for (const [id, conflicting] of draft.pending())
    if (id !== toHex(txid) && conflicting.keyImages.some((image) => ours.includes(toHex(image))))
      draft.fail(id);
};
