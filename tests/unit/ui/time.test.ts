import { describe, expect, it } from 'vitest';
import {
  blocksTime,
  freeIn,
  lockedFor,
  monthHeading,
  ofTen,
  rowTime,
  sentenceTime,
  timeLeft,
  untilTime,
} from '../../../src/ui/format/time.ts';

const at = (text: string): number => new Date(text).getTime();
const now = at('2026-06-03T15:00:00');

describe('times of transfers', () => {
  it('name today and yesterday, then the day, then the year', () => {
    expect(rowTime(at('2026-06-03T14:32:00'), now)).toBe('Today, 14:32');
    expect(rowTime(at('2026-06-03T00:00:01'), now)).toBe('Today, 00:00');
    expect(rowTime(at('2026-06-02T23:59:59'), now)).toBe('Yesterday, 23:59');
    expect(rowTime(at('2026-06-01T18:47:00'), now)).toBe('1 June');
    expect(rowTime(at('2024-12-24T18:47:00'), now)).toBe('24 December 2024');
  });
  it('stand under their month, with its year if it is another one', () => {
    expect(monthHeading(at('2026-05-31T23:59:00'), now)).toBe('May');
    expect(monthHeading(at('2025-05-31T01:00:00'), now)).toBe('May 2025');
  });
  it('can be part of a sentence', () => {
    expect(sentenceTime(at('2026-06-03T09:05:00'), now)).toBe('today 09:05');
    expect(sentenceTime(at('2026-05-03T09:05:00'), now)).toBe('on 3 May, 09:05');
  });
});

describe('the end of a period', () => {
  it('has its day, unless it is today', () => {
    expect(untilTime(at('2026-06-03T18:47:00'), now)).toBe('until today 18:47');
    expect(untilTime(at('2026-06-04T09:05:00'), now)).toBe('until 4 June, 09:05');
  });
});

describe('waiting times', () => {
  it('are two minutes for each missing block, and never less than two', () => {
    expect(blocksTime(9)).toBe('about 18 minutes');
    expect(blocksTime(1)).toBe('about 2 minutes');
    expect(blocksTime(0)).toBe('about 2 minutes');
    expect(blocksTime(60)).toBe('about 2 hours');
    expect(blocksTime(3000)).toBe('about 4 days');
  });
  it('are given in blocks on a test network, where minutes are meaningless', () => {
    expect(freeIn(4, true)).toBe('after 4 more blocks');
    expect(freeIn(1, true)).toBe('after 1 more block');
    expect(freeIn(9, false)).toBe('in about 18 minutes');
    expect(lockedFor(false)).toBe('locked for about 20 minutes');
    expect(lockedFor(true)).toBe('locked for 10 blocks');
    expect(ofTen(3)).toBe('3 of 10 blocks');
  });
  it('until the end of a scan depend on how much is left', () => {
    expect(timeLeft(0.2)).toBe('About 10 s left');
    expect(timeLeft(12)).toBe('About 20 s left');
    expect(timeLeft(51)).toBe('About 1 min left');
    expect(timeLeft(404)).toBe('About 7 min left');
    expect(timeLeft(3590)).toBe('About 1 h 0 min left');
    expect(timeLeft(7500)).toBe('About 2 h 10 min left');
  });
});
