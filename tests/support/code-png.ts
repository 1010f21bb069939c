/** QR codes as PNG files: a still one, or a moving one with a frame for each code (APNG, W3C PNG 3). */
import { deflateSync } from 'node:zlib';
import { concat, utf8 } from '../../src/base/bytes.ts';
import { crc32 } from '../../src/base/crc32.ts';
import { picture } from './qr-picture.ts';

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const SIDE = 480;
const GREY = 0;
/** Milliseconds for which a frame is shown. */
const FRAME_MS = 200;

/** `mirrored`: as a front camera shows it. */
export function codePng(codes: readonly string[], { mirrored = false } = {}): Uint8Array {
  const header = concat(u32(SIDE), u32(SIDE), Uint8Array.of(8, GREY, 0, 0, 0));
  let sequence = 0;
  const frames = codes.flatMap((code, at) => {
    const rows = deflateSync(rowsOf(code, mirrored));
    if (codes.length === 1) return [chunk('IDAT', rows)];
    const control = chunk(
      'fcTL',
      concat(
        u32(sequence++),
        u32(SIDE),
        u32(SIDE),
        u32(0),
        u32(0),
        Uint8Array.of(FRAME_MS >> 8, FRAME_MS & 255, 1000 >> 8, 1000 & 255, 0, 0),
      ),
    );
    return [control, at === 0 ? chunk('IDAT', rows) : chunk('fdAT', concat(u32(sequence++), rows))];
  });
  const animation = codes.length > 1 ? [chunk('acTL', concat(u32(codes.length), u32(0)))] : [];
  return concat(SIGNATURE, chunk('IHDR', header), ...animation, ...frames, chunk('IEND', new Uint8Array()));
}

/** Rows of grey pixels, each after a byte that says that it is not filtered. */
const rowsOf = (code: string, mirrored: boolean): Uint8Array => {
  const { data, width } = picture(code, Math.floor(SIDE / picture(code, 1).width));
  const edge = (SIDE - width) >> 1;
  const rows = new Uint8Array(SIDE * (SIDE + 1)).fill(255);
  for (let y = 0; y < SIDE; y += 1) {
    rows[y * (SIDE + 1)] = 0;
    for (let x = 0; x < SIDE; x += 1) {
      const [column, row] = [(mirrored ? SIDE - 1 - x : x) - edge, y - edge];
      if (column >= 0 && column < width && row >= 0 && row < width)
        rows[y * (SIDE + 1) + 1 + x] = data[(row * width + column) * 4]!;
    }
  }
  return rows;
};

const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
const chunk = (type: string, content: Uint8Array): Uint8Array => {
  const named = concat(utf8(type), content);
  return concat(u32(content.length), named, u32(crc32(named)));
};
