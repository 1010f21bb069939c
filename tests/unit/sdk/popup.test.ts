/** A browser that opens no window for the site. */
import { afterEach, expect, it, vi } from 'vitest';
import { openPopup } from '../../../src/sdk/popup.ts';

const listener = { welcomed: () => undefined, onEvent: () => undefined, closed: () => undefined };

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['returns null', () => null],
  [
    'throws, as Firefox in a sandboxed page',
    () => {
      throw new DOMException('The operation is insecure', 'InvalidAccessError');
    },
  ],
])('says popup_blocked when the browser %s', (_what, open) => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('open', open);
  expect(() => openPopup(new URL('https://wallet.example/'), listener)).toThrow(
    expect.objectContaining({ code: -32002, data: { reason: 'popup_blocked' } }),
  );
});
