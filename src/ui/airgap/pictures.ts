/**
 * Codes in a picture file: in each frame of an animated one where the browser decodes them (W3C WebCodecs,
 * `ImageDecoder`), else in the first one only.
 */
import { readPicture, SCREEN_SIDE, toPicture } from './scanner.svelte.ts';

/** The text of each code, frame by frame; a code may be mirrored. A file that is no picture has none. */
export async function* codesIn(file: Blob): AsyncGenerator<string> {
  try {
    for await (const image of picturesOf(file)) {
      const text = readPicture(image) ?? readPicture(image, { mirrored: true });
      if (text !== undefined) yield text;
    }
  } catch {
    // The browser cannot decode the file, or not to its end.
  }
}

async function* picturesOf(file: Blob): AsyncGenerator<ImageData> {
  if (!('ImageDecoder' in globalThis) || !(await ImageDecoder.isTypeSupported(file.type))) {
    const bitmap = await createImageBitmap(file);
    const picture = toPicture(bitmap, bitmap.width, bitmap.height, SCREEN_SIDE);
    bitmap.close();
    if (picture) yield picture;
    return;
  }
  const decoder = new ImageDecoder({ data: file.stream(), type: file.type });
  try {
    await decoder.completed;
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 1;
    for (let frameIndex = 0; frameIndex < frames; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      const picture = toPicture(image, image.displayWidth, image.displayHeight, SCREEN_SIDE);
      image.close();
      if (picture) yield picture;
    }
  } finally {
    decoder.close();
  }
}
