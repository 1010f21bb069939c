/** The frame's handshake with the page that contains it. */
import { describe, expect, it } from 'vitest';
import type { FrameCall } from '../../../src/frame/answer.ts';
import { startFrame, type FrameWindow } from '../../../src/frame/page.ts';

const SHOP = 'https://shop.example';
const hello = { ostro: 'hello', v: 1, nonce: 'ab'.repeat(16) };

/** A window inside a page that hears what the frame posts to it. */
const framed = () => {
  const events = new EventTarget();
  const heard: unknown[] = [];
  const parent = { postMessage: (message: unknown, to: string) => heard.push([message, to]) };
  const window: FrameWindow = {
    parent,
    addEventListener: (type, listener) =>
      events.addEventListener(type, (event) => listener(event as MessageEvent)),
  };
  const receive = (data: unknown, source: unknown, ports: readonly MessagePort[]): void => {
    events.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: SHOP, ports }));
  };
  return { window, parent, heard, receive };
};
const calls: FrameCall[] = [];
const answer = (call: FrameCall) => {
  calls.push(call);
  return Promise.resolve({ result: { valid: true } });
};

describe('the frame page', () => {
  it('says that it is ready, and passes requests on with the origin of the page around it', async () => {
    const { window, parent, heard, receive } = framed();
    const receiver = startFrame(window, answer)!;
    expect(heard).toEqual([[{ ostro: 'frame-ready', v: 1 }, '*']]);
    const { port1, port2 } = new MessageChannel();
    const got: unknown[] = [];
    port1.onmessage = ({ data }) => got.push(data);
    receive(hello, parent, [port2]);
    port1.postMessage({ id: 1, method: 'validate_address', params: { address: '4' } });
    await expect.poll(() => got.length).toBe(2);
    expect(got[1]).toEqual({ id: 1, result: { valid: true } });
    expect(calls).toEqual([{ origin: SHOP, method: 'validate_address', params: { address: '4' } }]);
    receiver.end();
    port1.close();
  });
  it('ignores a hello from another frame of the page', () => {
    const { window, receive } = framed();
    const receiver = startFrame(window, answer)!;
    const { port1, port2 } = new MessageChannel();
    receive(hello, { name: 'an advertisement' }, [port2]);
    expect(receiver.session).toBeUndefined();
    port1.close();
  });
  it('does nothing when it is opened as a page', () => {
    const window = { addEventListener: () => expect.unreachable() } as unknown as FrameWindow;
    Object.assign(window, { parent: window });
    expect(startFrame(window, answer)).toBeUndefined();
  });
});
