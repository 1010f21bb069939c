import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClipboard, type ClipboardWorld } from '../../../src/ui/state/clipboard.ts';

const MINUTE = 60_000;

describe('the clipboard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const page = () => {
    const target = new EventTarget();
    const state = { held: '', focused: true, allowed: true, shown: [] as string[] };
    const listen = target.addEventListener.bind(target);
    const world: ClipboardWorld = {
      clipboard: {
        writeText: (text) => {
          if (!state.allowed || !state.focused) return Promise.reject(new Error('NotAllowedError'));
          state.held = text;
          return Promise.resolve();
        },
      },
      document: { addEventListener: listen, hasFocus: () => state.focused },
      window: { addEventListener: listen, removeEventListener: target.removeEventListener.bind(target) },
      show: (text) => state.shown.push(text),
    };
    const happen = async (type: string): Promise<void> => {
      target.dispatchEvent(new Event(type));
      await vi.advanceTimersByTimeAsync(0);
    };
    return { state, happen, ...createClipboard(world) };
  };

  // threat: clipboard
  it('is cleared of a secret after a minute; the page says so before and after', async () => {
    const { state, copy } = page();
    await copy('key', 'Viewing key', { secret: true });
    expect(state.shown.at(-1)).toMatch(/cleared in a minute/);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(state.held).toBe('key');
    await vi.advanceTimersByTimeAsync(1);
    expect(state.held).toBe('');
    expect(state.shown.at(-1)).toBe('Clipboard cleared');
  });
  it('keeps texts that are not secret', async () => {
    const { state, copy } = page();
    await copy('4address', 'Address');
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(state.held).toBe('4address');
    expect(state.shown).toEqual(['Address copied']);
  });
  // threat: clipboard
  it('is cleared when the page gets the focus again, if it had none after the minute', async () => {
    const { state, happen, copy } = page();
    await copy('key', 'Viewing key', { secret: true });
    state.focused = false;
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(state.held).toBe('key');
    state.focused = true;
    await happen('focus');
    expect(state.held).toBe('');
  });
  it('is cleared at the next click where the browser requires one; the page says so', async () => {
    const { state, happen, copy } = page();
    await copy('key', 'Viewing key', { secret: true });
    state.allowed = false;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(state.held).toBe('key');
    expect(state.shown.at(-1)).toMatch(/does not let Ostro clear/);
    state.allowed = true;
    await happen('click');
    expect(state.held).toBe('');
  });
  it.each(['copy', 'cut'])('keeps a text that the person copied in the page meanwhile (%s)', async (type) => {
    const { state, happen, copy } = page();
    await copy('key', 'Viewing key', { secret: true });
    state.held = 'their own';
    await happen(type);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(state.held).toBe('their own');
  });
  it('is cleared a minute after the secret that was copied last', async () => {
    const { state, copy } = page();
    await copy('one', 'Words', { secret: true });
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    await copy('two', 'Words', { secret: true });
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    expect(state.held).toBe('two');
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    expect(state.held).toBe('');
  });
  it('is not announced as filled when the browser does not allow copying', async () => {
    const { state, copy } = page();
    state.allowed = false;
    await expect(copy('key', 'Viewing key', { secret: true })).rejects.toThrow('NotAllowedError');
    expect(state.shown).toEqual([]);
  });
});
