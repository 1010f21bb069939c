/** Starts, stops and slows down automatic refreshing of the open wallet. */
import type { LinkKind } from '../sync/types.ts';
import type { SessionContext } from './context.ts';

export const REFRESH_SECONDS = 10;

/** Starts the sync of the open wallet, unless automatic refreshing is off or the wallet is cold. */
export function startSync({ open, kept }: SessionContext): void {
  const { on, seconds } = kept.refreshing;
  if (open && on && !open.state.settings.cold) open.sync.start(seconds);
}

/** Starts the sync again, after it was stopped or its settings changed. */
export function restartSync(context: SessionContext): void {
  const { open } = context;
  void open?.sync.stop().then(() => {
    if (context.open === open) startSync(context);
  });
}

export function setAutoRefresh(context: SessionContext, on: boolean, seconds = REFRESH_SECONDS): void {
  context.kept = { ...context.kept, refreshing: { on, seconds } };
  restartSync(context);
}

/** A wallet whose page is hidden asks the node less often. */
export function setHidden(context: SessionContext, hidden: boolean): void {
  context.kept = { ...context.kept, hidden };
  (context.open ?? context.reader?.wallet)?.sync.hide(hidden);
}

/** On a link that costs by the byte, a wallet may leave older blocks for later (sync/newest-first.ts). */
export function setLink(context: SessionContext, link: LinkKind): void {
  context.kept = { ...context.kept, link };
  context.open?.sync.setLink(link);
}
