/** A payment request as a picture: the code, what the payer reads, the address. Always dark on white. */
import encodeQR from 'qr';
import { addressGroups } from '../../format/format.ts';
import { pngOf, wrap } from '../../widgets/picture.ts';
import { payerLines } from './request-words.ts';
import type { ListedRequest } from './requests.svelte.ts';

/** Pixels. */
const WIDTH = 1080;
const EDGE = 72;
const CODE = WIDTH - 2 * EDGE;
const LINE = 58;
const ADDRESS_LINE = 46;
const GROUPS_IN_LINE = 5;
const QUIET = 4;
const INK = '#13252a';
const PAPER = '#ffffff';

/** The picture as PNG. Throws when the browser cannot draw. */
export async function requestPicture(request: ListedRequest): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const draw = canvas.getContext('2d');
  if (draw === null) throw new Error('no canvas');
  const { fontFamily } = getComputedStyle(document.body);
  // @wc-ignore
  const fonts = { strong: `600 46px ${fontFamily}`, text: `400 38px ${fontFamily}` };
  const lines = payerLines(request).flatMap((text, i) => {
    draw.font = i === 0 ? fonts.strong : fonts.text;
    return wrap(text, (line) => draw.measureText(line).width <= CODE).map((line) => ({
      line,
      font: i === 0 ? fonts.strong : fonts.text,
    }));
  });
  const address = addressLines(request.address);
  canvas.width = WIDTH;
  canvas.height = EDGE + CODE + LINE * (lines.length + 1) + ADDRESS_LINE * address.length + EDGE;
  draw.fillStyle = PAPER;
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = INK;
  drawCode(draw, request.uri);
  draw.textAlign = 'center';
  let y = EDGE + CODE + LINE;
  for (const { line, font } of lines) {
    draw.font = font;
    draw.fillText(line, WIDTH / 2, y);
    y += LINE;
  }
  draw.direction = 'ltr';
  // @wc-ignore
  draw.font = '500 34px monospace';
  for (const line of address) {
    draw.fillText(line, WIDTH / 2, y);
    y += ADDRESS_LINE;
  }
  const png = await pngOf(canvas);
  if (png === undefined) throw new Error('no picture');
  return png;
}

const addressLines = (address: string): string[] => {
  const groups = addressGroups(address);
  return Array.from({ length: Math.ceil(groups.length / GROUPS_IN_LINE) }, (_, i) =>
    groups.slice(i * GROUPS_IN_LINE, (i + 1) * GROUPS_IN_LINE).join(' '),
  );
};

const drawCode = (draw: CanvasRenderingContext2D, text: string): void => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  // Whole pixels, so that no module has a blurred edge.
  const side = Math.floor(CODE / rows.length);
  const start = EDGE + Math.floor((CODE - side * rows.length) / 2);
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      if (dark) draw.fillRect(start + x * side, start + y * side, side, side);
};
