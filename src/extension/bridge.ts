/**
 * The extension's script beside the page of a site that is on: passes messages between the provider in the page and the wallet's
 * window. It reads none of them and knows nothing of the wallet.
 */
import { PIPE_CALL, PIPE_FROM_WALLET, PIPE_STATE, PIPE_TO_WALLET, type PipeState } from '../embed/pipe.ts';
import type { Runtime, RuntimePort } from './browser-api.ts';
import { isOwnPage } from './sender.ts';
import { readWindowNews, SITE_PAGE, type SiteWindowCall } from './site-messages.ts';

export interface BridgeParts {
  /** The document. */
  readonly page: EventTarget;
  readonly runtime: Runtime;
  /** The person has clicked in the page a moment ago; the page cannot pretend it. */
  readonly isActive: () => boolean;
}

export function startBridge({ page, runtime, isActive }: BridgeParts): void {
  const tell = (type: string, detail: string): void =>
    void page.dispatchEvent(new CustomEvent(type, { detail }));
  const tellState = (state: PipeState): void => tell(PIPE_STATE, state);
  let port: RuntimePort | undefined;
  let opening = false;

  const call = async (what: SiteWindowCall): Promise<void> => {
    if (!isActive()) {
      // While the window opens, the page may ask more without another click.
      if (what === 'open' && !opening && !port) tellState('needs_click');
      return;
    }
    opening ||= what === 'open';
    try {
      if ((await runtime.sendMessage({ ostro: what })) !== 'off') return;
      opening = false;
      tellState('off');
    } catch {
      // The extension was replaced, removed or disabled: this script is left over.
      opening = false;
      tellState('gone');
    }
  };
  const connect = (tab: number): void => {
    port?.disconnect();
    opening = false;
    const opened = runtime.connect({ name: `site ${String(tab)}` });
    port = opened;
    opened.onMessage.addListener((text) => {
      if (port === opened && typeof text === 'string') tell(PIPE_FROM_WALLET, text);
    });
    opened.onDisconnect.addListener(() => {
      if (port === opened) close();
    });
    tellState('ready');
  };
  const close = (): void => {
    port = undefined;
    opening = false;
    tellState('closed');
  };

  page.addEventListener(PIPE_CALL, (event) => {
    const what = detailOf(event);
    if (what === 'open' || what === 'focus') void call(what);
    if (what !== 'close') return;
    port?.disconnect();
    port = undefined;
  });
  page.addEventListener(PIPE_TO_WALLET, (event) => {
    const text = detailOf(event);
    if (typeof text === 'string') port?.postMessage(text);
  });
  runtime.onMessage.addListener((message, sender) => {
    const news = readWindowNews(message);
    if (!news || !isOwnPage(sender, runtime.id, runtime.getURL(SITE_PAGE))) return undefined;
    if (news.ostro === 'ready') connect(news.tab);
    else close();
    return undefined;
  });
}

const detailOf = (event: Event): unknown => (event as CustomEvent<unknown>).detail;
