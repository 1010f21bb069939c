/**
 * Reads QR codes with the camera, or from a shared screen: opens it, examines a few pictures per second, and releases it.
 * Turns on the lamp and zooms in where the camera can, and measures whether codes are found. Front cameras and programs that
 * show a camera's picture may mirror it.
 */
import { decodeQR } from 'qr/decode.js';
import { LatestTask, type Task } from '../state/task.ts';

/** Milliseconds between two pictures: for a still code, and for an animated one. */
const SCAN_MS = 200;
const MOVING_SCAN_MS = 30;
/** Longest side of an examined picture: enough for a code that fills half of it, small enough for old phones. */
const SIDE = 720;
/** A shared screen is larger than the code on it, and is not blurred. */
export const SCREEN_SIDE = 1440;
/** Every third picture in a row without a code is examined the other way round. */
const TURN_PICTURES = 3;
/** Pictures without a code after which the person is told how to hold the camera. */
const BLIND_PICTURES = 60;
/** Returns true to continue scanning after this text. */
export type ScanDecision = 'more' | 'enough';
export type ScanFault = '' | 'none' | 'denied' | 'broken';
type Source = 'camera' | 'screen';

/** Abilities of cameras that the types of the DOM lack (W3C MediaStream Image Capture). */
interface CameraAbilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number };
  readonly focusMode?: readonly string[];
}

type Constraints = MediaTrackConstraintSet & {
  readonly torch?: boolean;
  readonly zoom?: number;
  readonly focusMode?: string;
};

export class CodeScanner {
  fault = $state<ScanFault>('');
  running = $state(false);
  /** The lamp of the camera, if there is one. */
  torch = $state<'none' | 'off' | 'on'>('none');
  /** The largest zoom; 1 without. */
  mostZoom = $state(1);
  zoom = $state(1);
  /** No code was found for a while. */
  blind = $state(false);
  #stream: MediaStream | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #without = 0;
  #mirrored = false;
  readonly #opening = new LatestTask();
  readonly #lighting = new LatestTask();
  readonly #zooming = new LatestTask();

  /** `moving`: the code is animated. After `enough` the camera is released. */
  async start(
    video: HTMLVideoElement,
    onread: (text: string) => ScanDecision,
    { moving = false, source = 'camera' }: { readonly moving?: boolean; readonly source?: Source } = {},
  ): Promise<void> {
    this.stop();
    this.fault = '';
    if (!('mediaDevices' in navigator)) {
      this.fault = 'none';
      return;
    }
    try {
      await this.#opening.run(async (task) => {
        await task.wait(this.#play(task, video, source));
        this.running = true;
        const again = (): void => {
          this.#timer = setTimeout(once, moving ? MOVING_SCAN_MS : SCAN_MS);
        };
        const once = (): void => {
          const isTurned = this.#without % TURN_PICTURES === TURN_PICTURES - 1;
          const mirrored = isTurned ? !this.#mirrored : this.#mirrored;
          const text = readFrame(video, source === 'screen' ? SCREEN_SIDE : SIDE, mirrored);
          if (text !== undefined) this.#mirrored = mirrored;
          this.#without = text === undefined ? this.#without + 1 : 0;
          this.blind = this.#without >= BLIND_PICTURES;
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
  /** Turns the lamp on or off. A camera that refuses has none. */
  setTorch(on: boolean): Promise<boolean> {
    this.torch = on ? 'on' : 'off';
    return this.#lighting.run(async (task) => {
      if (!(await task.wait(this.#apply({ torch: on })))) this.torch = 'none';
    });
  }
  setZoom(zoom: number): Promise<boolean> {
    this.zoom = zoom;
    return this.#zooming.run(async (task) => {
      if (!(await task.wait(this.#apply({ zoom })))) this.mostZoom = this.zoom = 1;
    });
  }

  async #play(task: Task, video: HTMLVideoElement, source: Source): Promise<void> {
    const opening =
      source === 'screen'
        ? navigator.mediaDevices.getDisplayMedia({ video: true, audio: false })
        : navigator.mediaDevices.getUserMedia({
            // Small dots need more than the usual 640 × 480.
            video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
            audio: false,
          });
    // If `stop` is called while the browser asks the user, the camera is released as soon as it starts.
    this.#stream = await task.wait(opening, release);
    video.srcObject = this.#stream;
    this.#learn();
    await video.play();
  }
  #learn(): void {
    const { torch = false, zoom, focusMode = [] } = this.#abilities;
    this.torch = torch ? 'off' : 'none';
    this.mostZoom = zoom?.max ?? 1;
    if (focusMode.includes('continuous')) void this.#apply({ focusMode: 'continuous' });
  }
  get #abilities(): CameraAbilities {
    const [track] = this.#stream?.getTracks() ?? [];
    return track && 'getCapabilities' in track ? (track.getCapabilities() as CameraAbilities) : {};
  }
  async #apply(wanted: Constraints): Promise<boolean> {
    const [track] = this.#stream?.getTracks() ?? [];
    try {
      await track?.applyConstraints({ advanced: [wanted] });
      return track !== undefined;
    } catch {
      // The camera cannot do it after all.
      return false;
    }
  }
  stop(): void {
    for (const task of [this.#opening, this.#lighting, this.#zooming]) task.end();
    clearTimeout(this.#timer);
    if (this.#stream) release(this.#stream);
    this.#stream = undefined;
    this.#without = 0;
    this.#mirrored = false;
    this.running = this.blind = false;
    this.torch = 'none';
    this.mostZoom = this.zoom = 1;
  }
}
const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
/** The text of a code in a picture, if there is one. `mirrored`: the picture is turned over, in place, before it is read. */
export function readPicture(image: ImageData, { mirrored = false } = {}): string | undefined {
  if (mirrored) mirror(image);
  try {
    return decodeQR(image);
  } catch {
    // There is no code in the picture.
    return undefined;
  }
}
const mirror = ({ data, width }: ImageData): void => {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  for (let row = 0; row < pixels.length; row += width) pixels.subarray(row, row + width).reverse();
};
/** A picture of a video or a file, small enough to examine. */
export function toPicture(
  source: CanvasImageSource,
  width: number,
  height: number,
  side = SIDE,
): ImageData | undefined {
  const shrink = Math.min(1, side / Math.max(width, height, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}
const readFrame = (video: HTMLVideoElement, side: number, mirrored: boolean): string | undefined => {
  if (video.videoWidth === 0) return undefined;
  const picture = toPicture(video, video.videoWidth, video.videoHeight, side);
  return picture && readPicture(picture, { mirrored });
};
