import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodeScanner } from '../../../src/ui/airgap/scanner.svelte.ts';

const camera = (abilities: object, refuses = false) => {
  const asked: unknown[] = [];
  const track = {
    stop: () => asked.push('stop'),
    getCapabilities: () => abilities,
    applyConstraints: ({ advanced }: { readonly advanced: readonly object[] }) => {
      asked.push(...advanced);
      return refuses ? Promise.reject(new Error('not now')) : Promise.resolve();
    },
  };
  const getUserMedia = () => Promise.resolve({ getTracks: () => [track] });
  const getDisplayMedia = () => Promise.resolve({ getTracks: () => [track] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, getDisplayMedia } });
  return asked;
};
const video = { videoWidth: 0, play: () => Promise.resolve() } as unknown as HTMLVideoElement;
const more = () => 'more' as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the camera', () => {
  it('has its lamp, its zoom and continuous focus switched on, where it has them', async () => {
    const asked = camera({ torch: true, zoom: { min: 1, max: 8 }, focusMode: ['manual', 'continuous'] });
    const scanner = new CodeScanner();
    await scanner.start(video, more, { moving: true });
    expect([scanner.torch, scanner.mostZoom, asked]).toEqual(['off', 8, [{ focusMode: 'continuous' }]]);
    await scanner.setTorch(true);
    await scanner.setZoom(2);
    expect(asked.slice(1)).toEqual([{ torch: true }, { zoom: 2 }]);
    scanner.stop();
    expect([scanner.torch, scanner.mostZoom, asked.at(-1)]).toEqual(['none', 1, 'stop']);
  });
  it('shows neither when it has none, or refuses them', async () => {
    camera({});
    const plain = new CodeScanner();
    await plain.start(video, more);
    expect([plain.torch, plain.mostZoom]).toEqual(['none', 1]);
    plain.stop();
    camera({ torch: true, zoom: { min: 1, max: 3 } }, true);
    const scanner = new CodeScanner();
    await scanner.start(video, more);
    await scanner.setTorch(true);
    await scanner.setZoom(2);
    expect([scanner.torch, scanner.mostZoom]).toEqual(['none', 1]);
    scanner.stop();
  });
  it('says after a while that it sees no code, and is replaced by a shared screen', async () => {
    vi.useFakeTimers();
    const asked = camera({});
    const scanner = new CodeScanner();
    await scanner.start(video, more, { moving: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(scanner.blind).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(scanner.blind).toBe(true);
    await scanner.start(video, more, { moving: true, source: 'screen' });
    expect([asked, scanner.blind, scanner.running]).toEqual([['stop'], false, true]);
    scanner.stop();
  });
});
