/** A QR code as a picture in memory, black on white, as a camera would see it. */
import encodeQR from 'qr';

const SCALE = 3;
const QUIET = 4;

export function picture(
  text: string,
  scale = SCALE,
): { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const side = rows.length * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (rows[Math.floor(y / scale)]![Math.floor(x / scale)])
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return { data, width: side, height: side };
}
