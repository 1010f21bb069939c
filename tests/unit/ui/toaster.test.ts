import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../../src/ui/state/toaster.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an announcement for screen readers is removed when it may no longer be true', () => {
  const toaster = new Toaster();
  toaster.say('Received 1.00 XMR. It waits for a block.');
  vi.advanceTimersByTime(9000);
  expect(toaster.spoken).toContain('waits');
  toaster.say('Received 2.00 XMR. It waits for a block.');
  vi.advanceTimersByTime(9000);
  expect(toaster.spoken).toContain('2.00');
  vi.advanceTimersByTime(2000);
  expect(toaster.spoken).toBe('');
});
