import { describe, expect, it } from 'vitest';
import { isAllSeen, seenHeight } from '../../../src/ui/features/consent/in-view.ts';

const region = (scrollTop: number, scrollHeight: number) => ({ scrollTop, clientHeight: 690, scrollHeight });

describe('what a person has seen of a question', () => {
  it('is all of it when it fits', () => {
    expect(isAllSeen(region(0, 690), seenHeight(region(0, 690), 0))).toBe(true);
  });
  it('is not all of it before the end was in view, and stays all of it after scrolling back', () => {
    const half = seenHeight(region(40, 773), 0);
    expect(isAllSeen(region(40, 773), half)).toBe(false);
    const all = seenHeight(region(83, 773), half);
    expect(isAllSeen(region(83, 773), all)).toBe(true);
    expect(isAllSeen(region(0, 773), seenHeight(region(0, 773), all))).toBe(true);
  });
  it('is not all of it any more when content arrives after the end was in view', () => {
    const all = seenHeight(region(0, 690), 0);
    expect(isAllSeen(region(0, 773), seenHeight(region(0, 773), all))).toBe(false);
    expect(isAllSeen(region(83, 773), seenHeight(region(83, 773), all))).toBe(true);
  });
});
