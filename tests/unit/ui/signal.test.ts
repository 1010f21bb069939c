import { afterEach, expect, it, vi } from 'vitest';
import { ARRIVED, play, SENT } from '../../../src/ui/widgets/signal.ts';

afterEach(() => vi.unstubAllGlobals());

/** A device with a motor and a speaker; `ends` are the ends of tones that somebody waits for. */
const device = () => {
  const [vibrations, tones, ends]: [unknown[], number[], (() => void)[]] = [[], [], []];
  vi.stubGlobal('navigator', { vibrate: (pattern: unknown) => vibrations.push(pattern) > 0 });
  class AudioContext {
    readonly currentTime = 0;
    readonly destination = {};
    createOscillator() {
      const frequency = { value: 0 };
      return {
        frequency,
        connect: (next: unknown) => next,
        start: () => tones.push(frequency.value),
        stop: () => undefined,
        set onended(end: () => void) {
          ends.push(end);
        },
      };
    }
    createGain() {
      const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
      return { gain, connect: () => undefined };
    }
    close() {
      return Promise.resolve();
    }
  }
  vi.stubGlobal('AudioContext', AudioContext);
  return { vibrations, tones, ends };
};

it('plays the tones and the vibration of an arrival, and no other signal before they end', () => {
  const { vibrations, tones, ends } = device();
  play(ARRIVED);
  play(SENT);
  expect([vibrations, tones]).toEqual([[[150, 80, 150]], [660, 880]]);
  ends.forEach((end) => end());
  play(SENT);
  expect([vibrations.at(-1), tones.at(-1)]).toEqual([[60], 880]);
  ends.at(-1)!();
});
it('does nothing where a device has neither motor nor speaker', () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('AudioContext', undefined);
  expect(() => {
    play(ARRIVED);
    play(SENT);
  }).not.toThrow();
});
