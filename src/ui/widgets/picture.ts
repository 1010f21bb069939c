/** Common to pictures that are drawn on a canvas: lines of text, and the PNG. */

/** Breaks a text into lines that fit, between words, or inside a word that is too long. An empty text has no line. */
export function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const sign of word) {
      if (line !== '' && !fits(line + sign)) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Undefined when the browser does not draw. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob ?? undefined;
}
