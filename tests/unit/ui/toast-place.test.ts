/** The place of a short message. */
import { expect, it } from 'vitest';
import { bottomFor, fitsAbove } from '../../../src/ui/app/toast-place.ts';

const ROOM = { height: 48, window: 800 };
const span = (top: number, bottom: number) => ({ top, bottom });

it('a message stands at the bottom of a window without bars', () => {
  expect(bottomFor([], ROOM)).toBe(12);
});
it('a message stands above the tabs, and above a main button that is directly above them', () => {
  const tabs = span(740, 800);
  expect(bottomFor([tabs], ROOM)).toBe(72);
  expect(bottomFor([span(670, 740), tabs], ROOM)).toBe(142);
  expect(bottomFor([tabs, span(670, 720)], ROOM)).toBe(142);
});
it('a button that is further up does not move it', () => {
  expect(bottomFor([span(740, 800), span(560, 660)], ROOM)).toBe(72);
});
it('a message stays in the window, however high the bars are', () => {
  expect(bottomFor([span(10, 800)], ROOM)).toBe(800 - 48 - 12);
});
it('a message stands above a sheet only where it has room', () => {
  expect(fitsAbove(span(200, 800), ROOM)).toBe(true);
  expect(fitsAbove(span(24, 800), ROOM)).toBe(false);
});
