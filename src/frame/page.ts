/** The frame's side of the handshake with the site that contains it, and the way of its requests to the worker. */
import { createReceiver, type Receiver } from '../embed/receiver.ts';
import { VERSION } from '../embed/limits.ts';
import { PUBLIC_METHODS } from '../embed/methods.gen.ts';
import type { Outcome } from '../embed/wire.ts';
import type { FrameCall } from './answer.ts';

/** The part of its window that the frame uses. */
export interface FrameWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Undefined when the page is not in a frame: then it answers no request. */
export function startFrame(
  window: FrameWindow,
  answer: (call: FrameCall) => Promise<Outcome>,
): Receiver | undefined {
  const { parent } = window;
  if ((parent as unknown) === window) return undefined;
  const receiver = createReceiver({
    source: () => parent,
    now: () => performance.now(),
    networks: ['mainnet', 'stagenet', 'testnet'],
    methods: PUBLIC_METHODS,
    answer: ({ method, params }, { origin }) => answer({ origin, method, params }),
    onBug: (error) => console.error(error),
  });
  window.addEventListener('message', (event) => void receiver.receive(event));
  parent.postMessage({ ostro: 'frame-ready', v: VERSION }, '*');
  return receiver;
}
