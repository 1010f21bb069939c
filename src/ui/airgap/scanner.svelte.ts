/** Reads codes from a camera: asks for it, looks at a few pictures a second, lets go of it. */
import { decodeQR } from 'qr/decode.js';

/** Between two looks: for one code, and for one that changes several times a second. */
const LOOK_MS = 200;
const MOVING_LOOK_MS = 30;
/** Longest side of a looked-at picture: enough for a code that fills half of it, small enough for old phones. */
const SIDE = 720;
/** Whether to continue scanning after this text. */
export type Verdict = 'more' | 'enough';
export type ScanFault = '' | 'none' | 'denied' | 'broken';

export class Scanner {
  fault = $state<ScanFault>('');
  running = $state(false);
  #stream: MediaStream | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** If stopped while the browser still asked the person, the camera is released as soon as it starts. */
  #wanted = false;

  /** `moving`: the code changes while it is looked at. The camera is let go of after `enough`. */
  async start(
    video: HTMLVideoElement,
    onread: (text: string) => Verdict,
    { moving = false } = {},
  ): Promise<void> {
    if (!('mediaDevices' in navigator)) {
      this.fault = 'none';
      return;
    }
    this.#wanted = true;
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
        audio: false,
      });
      if (!this.#stillWanted()) {
        this.stop();
        return;
      }
      video.srcObject = this.#stream;
      await video.play();
      this.running = true;
      const again = (): void => {
        this.#timer = setTimeout(once, moving ? MOVING_LOOK_MS : LOOK_MS);
      };
      const once = (): void => {
        const text = look(video);
        if (text !== undefined && onread(text) === 'enough') this.stop();
        else if (this.running) again();
      };
      again();
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      this.fault = name === 'NotAllowedError' ? 'denied' : name === 'NotFoundError' ? 'none' : 'broken';
      this.stop();
    }
  }
  stop(): void {
    this.#wanted = false;
    clearTimeout(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.running = false;
  }
  #stillWanted(): boolean {
    return this.#wanted;
  }
}
/** The text of a code in a picture, if there is one. */
export function readPicture(image: ImageData): string | undefined {
  try {
    return decodeQR(image);
  } catch {
    // No code in sight.
    return undefined;
  }
}
/** A picture small enough to look at, from a video or a file. */
export function toPicture(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const shrink = Math.min(1, SIDE / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}
const look = (video: HTMLVideoElement): string | undefined => {
  if (video.videoWidth === 0) return undefined;
  const picture = toPicture(video, video.videoWidth, video.videoHeight);
  return picture && readPicture(picture);
};
