import { describe, expect, it } from 'vitest';
import { ClickGuard } from '../../../src/ui/features/consent/approve-guard.svelte.ts';

describe('a click on the button that agrees', () => {
  it('counts when the press began while the button was armed', () => {
    const guard = new ClickGuard();
    guard.down(1);
    expect(guard.click(1)).toBe(true);
  });
  // threat: clickjacking
  it('does not count when the press began before the button was armed, however long it lasts', () => {
    const guard = new ClickGuard();
    guard.down(0);
    expect(guard.click(1)).toBe(false);
    // The next press is a new one.
    guard.down(1);
    expect(guard.click(1)).toBe(true);
  });
  it('does not count when the button had to wait again during the press', () => {
    const guard = new ClickGuard();
    guard.down(1);
    expect(guard.click(2)).toBe(false);
  });
  it('does not count while the button is not armed', () => {
    const guard = new ClickGuard();
    guard.down(1);
    expect(guard.click(0)).toBe(false);
  });
  // threat: clickjacking
  it('does not count when a key was held down before it came to the button', () => {
    const guard = new ClickGuard();
    guard.down(1, true);
    expect(guard.click(1)).toBe(false);
  });
  it('counts once for a key that is held down: the Enter key clicks at each repetition', () => {
    const guard = new ClickGuard();
    guard.down(1);
    expect(guard.click(1)).toBe(true);
    guard.down(1, true);
    expect(guard.click(1)).toBe(false);
  });
  it('counts without a press, as from a screen reader', () => {
    expect(new ClickGuard().click(1)).toBe(true);
  });
});
