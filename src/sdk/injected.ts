/**
 * The provider that the browser extension puts into the pages of a site that the person has turned on. All of its methods go to
 * the extension's window, through the events of src/embed/pipe.ts.
 */
import { siteError } from '../embed/errors.ts';
import { ASKING_METHODS } from '../embed/methods.gen.ts';
import {
  isPipeState,
  PIPE_CALL,
  PIPE_FROM_WALLET,
  PIPE_STATE,
  PIPE_TO_WALLET,
  type PipeState,
} from '../embed/pipe.ts';
import { readText, writeSiteText, writeText } from '../embed/text.ts';
import { announce } from './discovery.ts';
import { createListeners, FROM_WALLET } from './events.ts';
import { EXTENSION_RDNS } from './extension.ts';
import { openLink, type Link, type Peer } from './link.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider, ProviderEvents } from './types.ts';

/** The networks that the wallet has. */
const NETWORKS = ['mainnet', 'stagenet', 'testnet'];

/** `page`: the document. Announces the provider while the site is on. */
export function announceInjected(page: EventTarget): Provider {
  const { on, removeListener, emit } = createListeners();
  const say = (type: string, detail: string): void =>
    void page.dispatchEvent(new CustomEvent(type, { detail }));
  const pipe = peerOver(page, say);
  let link: Link | undefined;

  const end = (error: ProviderError): void => {
    const ended = link;
    link = undefined;
    ended?.end(error);
    if (ended) emit('disconnect', disconnected());
  };
  const open = (): Link =>
    openLink({
      peer: pipe,
      welcomed: ({ networks, methods }) => emit('connect', { networks, methods }),
      onEvent: (event, data) => {
        if (event === 'disconnect') end(disconnected());
        else if (FROM_WALLET.includes(event)) emit(event as keyof ProviderEvents, data);
      },
    });
  page.addEventListener(PIPE_STATE, (event) => {
    const state = detailOf(event);
    if (!isPipeState(state)) return;
    const error = ENDS[state]?.();
    if (error) end(error);
    // After `gone` it stays: ostro-connect must not lead the visitor into another wallet instead.
    if (state === 'off') {
      stop?.();
      stop = undefined;
    }
    if (state === 'on') stop ??= announce(provider, EXTENSION_RDNS, NETWORKS);
  });

  const provider: Provider = Object.freeze({
    request: ({ method, params = {} }) => {
      const connected = link?.connected ?? false;
      link ??= open();
      const answer = link.request(method, params) as Promise<never>;
      if (!connected) say(PIPE_CALL, 'open');
      else if (ASKING_METHODS.includes(method)) say(PIPE_CALL, 'focus');
      return answer;
    },
    on,
    removeListener,
    // The payer's wallet is no witness of its own payment: ostro-connect asks a node.
    verifyPayment: () => Promise.reject(new ProviderError(siteError('unsupported'))),
    announce: () => () => undefined,
    close: () => {
      say(PIPE_CALL, 'close');
      end(disconnected());
    },
  } satisfies Provider);
  let stop: (() => void) | undefined = announce(provider, EXTENSION_RDNS, NETWORKS);
  return provider;
}

const disconnected = (): ProviderError => new ProviderError(siteError('disconnected'));
/** How the open requests end when the pipe has this state. */
const ENDS: Readonly<Partial<Record<PipeState, () => ProviderError>>> = {
  closed: () => new ProviderError(siteError('rejected', { reason: 'window_closed' })),
  needs_click: () => new ProviderError(siteError('disconnected', { reason: 'needs_click' })),
  off: () => new ProviderError(siteError('disconnected', { reason: 'site_off' })),
  gone: () => new ProviderError(siteError('disconnected', { reason: 'reload_page' })),
};

const detailOf = (event: Event): unknown => (event as CustomEvent<unknown>).detail;

/** Carries the messages of the link's port over the events of the page. */
const peerOver = (page: EventTarget, say: (type: string, detail: string) => void): Peer => {
  let wallet: MessagePort | undefined;
  page.addEventListener(PIPE_FROM_WALLET, (event) => {
    const text = detailOf(event);
    if (typeof text === 'string') wallet?.postMessage(readText(text));
  });
  return {
    listen: (ready) => {
      const hear = (event: Event): void => {
        if (detailOf(event) === ('ready' satisfies PipeState)) ready();
      };
      page.addEventListener(PIPE_STATE, hear);
      return () => page.removeEventListener(PIPE_STATE, hear);
    },
    greet: (hello, port) => {
      wallet = port;
      port.onmessage = ({ data }: MessageEvent<{ readonly id: number }>) => {
        try {
          say(PIPE_TO_WALLET, writeSiteText(data));
        } catch {
          // A value that refers to itself, for example, or a text that the wallet would not read.
          port.postMessage({ id: data.id, error: siteError('invalid_request') });
        }
      };
      say(PIPE_TO_WALLET, writeText(hello));
    },
  };
};
