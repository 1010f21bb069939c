/** Reads QR codes with the camera: opens it, examines a few pictures per second, and releases it. */
import { decodeQR } from 'qr/decode.js';
import { LatestTask, type Task } from '../state/task.ts';

/** Milliseconds between two pictures: for a still code, and for an animated one. */
const SCAN_MS = 200;
const MOVING_SCAN_MS = 30;
/** Longest side of an examined picture: enough for a code that fills half of it, small enough for old phones. */
const SIDE = 720;
/** Returns true to continue scanning after this text. */
export type ScanDecision = 'more' | 'enough';
export type ScanFault = '' | 'none' | 'denied' | 'broken';

export class CodeScanner {
  fault = $state<ScanFault>('');
  running = $state(false);
  #stream: MediaStream | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #opening = new LatestTask();

  /** `moving`: the code is animated. After `enough` the camera is released. */
  async start(
    video: HTMLVideoElement,
    onread: (text: string) => ScanDecision,
    { moving = false } = {},
  ): Promise<void> {
    if (!('mediaDevices' in navigator)) {
      this.fault = 'none';
      return;
    }
    try {
      await this.#opening.run(async (task) => {
        await task.wait(this.#play(task, video));
        this.running = true;
        const again = (): void => {
          this.#timer = setTimeout(once, moving ? MOVING_SCAN_MS : SCAN_MS);
        };
        const once = (): void => {
          const text = readFrame(video);
          if (text !== undefined && onread(text) === 'enough') this.stop();
          else if (this.running) again();
        };
        again();
      });
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      this.fault = name === 'NotAllowedError' ? 'denied' : name === 'NotFoundError' ? 'none' : 'broken';
      this.stop();
    }
  }
  async #play(task: Task, video: HTMLVideoElement): Promise<void> {
    const camera = navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment' },
      audio: false,
    });
    // If `stop` is called while the browser asks the user, the camera is released as soon as it starts.
    this.#stream = await task.wait(camera, release);
    video.srcObject = this.#stream;
    await video.play();
  }
  stop(): void {
    this.#opening.end();
    clearTimeout(this.#timer);
    if (this.#stream) release(this.#stream);
    this.#stream = undefined;
    this.running = false;
  }
}
const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
/** The text of a code in a picture, if there is one. */
export function readPicture(image: ImageData): string | undefined {
  try {
    return decodeQR(image);
  } catch {
    // There is no code in the picture.
    return undefined;
  }
}
/** A picture of a video or a file, small enough to examine. */
export function toPicture(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const shrink = Math.min(1, SIDE / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}
const readFrame = (video: HTMLVideoElement): string | undefined => {
  if (video.videoWidth === 0) return undefined;
  const picture = toPicture(video, video.videoWidth, video.videoHeight);
  return picture && readPicture(picture);
};
