import { expect, it } from 'vitest';
import { edgeFor, fitsTitle } from '../../../src/ui/app/toast-edge.ts';

const AT = { bottom: { top: 500, bottom: 548 }, top: { top: 64, bottom: 112 } };
const span = (top: number, height: number) => ({ top, bottom: top + height });

it('a message stands at the bottom when it covers nothing there, or as much at the top', () => {
  expect(edgeFor(AT, [])).toBe('bottom');
  expect(edgeFor(AT, [span(200, 200), span(548, 48), span(112, 48)])).toBe('bottom');
  expect(edgeFor(AT, [span(500, 48), span(64, 48)])).toBe('bottom');
});
it('a message moves to the top when it would cover more buttons and addresses at the bottom', () => {
  expect(edgeFor(AT, [span(490, 48)])).toBe('top');
  expect(edgeFor(AT, [span(490, 20), span(510, 38), span(100, 20)])).toBe('top');
});
it('a message covers the title only when that is on the screen and wide enough', () => {
  const title = (top: number, width: number): DOMRectReadOnly => ({ top, width }) as DOMRectReadOnly;
  expect(fitsTitle(title(12, 270), 16)).toBe(true);
  expect(fitsTitle(title(-4, 270), 16)).toBe(false);
  expect(fitsTitle(title(12, 140), 16)).toBe(false);
  expect(fitsTitle(title(12, 270), 32)).toBe(false);
  expect(fitsTitle(undefined, 16)).toBe(false);
});
