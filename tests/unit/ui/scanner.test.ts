import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodeScanner, readPicture } from '../../../src/ui/airgap/scanner.svelte.ts';
import { picture } from '../../support/qr-picture.ts';

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
  it('reads mirrored codes, after a few pictures in which it saw none, and then each', async () => {
    vi.useFakeTimers();
    camera({});
    const texts = ['a'.repeat(90), 'b'.repeat(300)];
    let shown = picture(texts[0]!, 4);
    vi.stubGlobal('document', {
      createElement: () => ({
        getContext: () => ({
          drawImage: () => undefined,
          getImageData: (_x: number, _y: number, width: number) => mirrored({ ...shown, width }),
        }),
      }),
    });
    const read: string[] = [];
    const scanner = new CodeScanner();
    const front = Object.assign(Object.create(video) as HTMLVideoElement, {
      videoWidth: shown.width,
      videoHeight: shown.height,
    });
    await scanner.start(front, (text) => (read.push(text), 'more'), { moving: true });
    await vi.advanceTimersByTimeAsync(4 * 31);
    expect(read).toEqual([texts[0], texts[0]]);
    shown = picture(texts[1]!, 4);
    Object.assign(front, { videoWidth: shown.width, videoHeight: shown.height });
    await vi.advanceTimersByTimeAsync(31);
    expect(read[2]).toBe(texts[1]);
    scanner.stop();
  });
});

/** As a front camera shows it. */
const mirrored = ({ data, width, height }: ReturnType<typeof picture>): ImageData => {
  const turned = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x);
      turned.set(data.subarray(from, from + 4), 4 * (y * width + width - 1 - x));
    }
  return { data: turned, width, height } as ImageData;
};

describe('a picture', () => {
  it('is read as it is or turned over', () => {
    const text = 'ur:xmr-txsigned/1-2/'.padEnd(200, 'a');
    expect(readPicture(picture(text) as ImageData)).toBe(text);
    expect(readPicture(mirrored(picture(text)))).toBeUndefined();
    expect(readPicture(mirrored(picture(text)), { mirrored: true })).toBe(text);
  });
});
