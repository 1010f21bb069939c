/** The result of a check as a picture: drawn on a canvas, always dark on white. */
import { xmr } from '../../format/format.ts';
import { pngOf, wrap } from '../../widgets/picture.ts';
import { amountOf, headline, resultRows, testNote, warning } from './words.ts';
import type { Checked } from './check.svelte.ts';

const WIDTH = 1080;
const EDGE = 64;
const INK = '#13252a';
const QUIET = '#435860';
// @wc-ignore
const TEXT = 'system-ui, sans-serif';
// @wc-ignore
const MONO = 'ui-monospace, monospace';
/** A signed text may be long; the picture shows its beginning. */
const VALUE_MAX = 600;

interface Line {
  readonly text: string;
  readonly font: string;
  readonly colour: string;
  /** Height with the space below, in pixels. */
  readonly height: number;
}

/** PNG bytes. Undefined when the browser does not draw. */
export async function pictureOf(checked: Checked): Promise<Uint8Array | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const lines = linesOf(checked, (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  });
  canvas.width = WIDTH;
  canvas.height = lines.reduce((sum, { height }) => sum + height, 2 * EDGE);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'top';
  let y = EDGE;
  for (const { text, font, colour, height } of lines) {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, EDGE, y);
    y += height;
  }
  const blob = await pngOf(canvas);
  return blob ? new Uint8Array(await blob.arrayBuffer()) : undefined;
}

type Font = readonly [weight: number, size: number, family: string];
const SMALL: Font = [400, 28, TEXT];
type Measure = (text: string, font: string) => number;
const linesOf = (checked: Checked, measure: Measure): readonly Line[] => {
  const lines: Line[] = [];
  const add = (text: string, [weight, size, family]: Font, after: number, colour = INK): void => {
    // @wc-ignore
    const font = `${weight} ${size}px ${family}`;
    const height = Math.round(size * 1.3);
    const parts = wrap(text, (part) => measure(part, font) <= WIDTH - 2 * EDGE);
    parts.forEach((part, i) => {
      lines.push({ text: part, font, colour, height: height + (i === parts.length - 1 ? after : 0) });
    });
  };
  add(headline(checked), [600, 44, TEXT], 24);
  const amount = amountOf(checked);
  if (amount !== undefined) add(xmr(amount), [700, 84, TEXT], 24);
  for (const care of [warning(checked), testNote(checked)]) if (care !== '') add(care, [500, 34, TEXT], 24);
  for (const { label, value, code } of resultRows(checked)) {
    add(label, SMALL, 0, QUIET);
    add(value.slice(0, VALUE_MAX), code ? [500, 30, MONO] : [500, 32, TEXT], 20);
  }
  add('Ostro. A picture proves nothing: check the proof itself.', SMALL, 0, QUIET);
  return lines;
};
