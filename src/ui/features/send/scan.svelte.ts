/** Reads codes from a camera: asks for it, looks at a few pictures a second, lets go of it. */
import { decodeQR } from 'qr/decode.js';

const LOOK_MS = 200;
/** Longest side of a looked-at picture: enough for a code that fills half of it, small enough for old phones. */
const SIDE = 720;
export type ScanFault = '' | 'none' | 'denied' | 'broken';

export class Scanner {
  fault = $state<ScanFault>('');
  running = $state(false);
  #stream: MediaStream | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  async start(video: HTMLVideoElement, onread: (text: string) => void): Promise<void> {
    if (!('mediaDevices' in navigator)) {
      this.fault = 'none';
      return;
    }
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
        audio: false,
      });
      video.srcObject = this.#stream;
      await video.play();
      this.running = true;
      this.#timer = setInterval(() => {
        const text = look(video);
        if (text === undefined) return;
        this.stop();
        onread(text);
      }, LOOK_MS);
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      this.fault = name === 'NotAllowedError' ? 'denied' : name === 'NotFoundError' ? 'none' : 'broken';
      this.stop();
    }
  }
  stop(): void {
    clearInterval(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.running = false;
  }
}
/** The text of a code in a picture, if there is one. */
export const readPicture = (image: ImageData): string | undefined => {
  try {
    return decodeQR(image);
  } catch {
    // No code in sight.
    return undefined;
  }
};
/** A picture small enough to look at, from a video or a file. */
export const toPicture = (
  source: CanvasImageSource,
  width: number,
  height: number,
): ImageData | undefined => {
  const shrink = Math.min(1, SIDE / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
};
const look = (video: HTMLVideoElement): string | undefined => {
  if (video.videoWidth === 0) return undefined;
  const picture = toPicture(video, video.videoWidth, video.videoHeight);
  return picture && readPicture(picture);
};
