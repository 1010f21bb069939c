/**
 * Codes that a page reads in any engine: from the stream of a camera or of a shared screen, which is a canvas here, and from
 * picture files. Before, the camera that the engine itself pretends to have must start.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import { fromHex } from '../../src/base/hex.ts';
import { FORMS, type PayloadKind } from '../../src/ui/airgap/payload.ts';
import { writePairing, type Pairing } from '../../src/ui/airgap/pairing.ts';
import { createFrames } from '../../src/ui/airgap/ur.ts';
import { codePng } from '../support/code-png.ts';
import { copied, type Reading } from './cold-steps.ts';
import { button, field, isShown, type Tab } from './engine.ts';
import { becomes, press, shows } from './steps.ts';

/** The field for files of the open sheet. */
const FILE = `//dialog//label[contains(normalize-space(), 'picture')]/input`;
const VIDEO = `document.querySelector('video')`;

/** Pairing: the engine's own camera starts, then it shows a mirrored code. */
async function scanPairing(tab: Tab, pairing: Pairing): Promise<void> {
  await press(tab, button('Scan a code'));
  // A picture of the camera has arrived.
  await becomes(tab, `(${VIDEO}?.videoWidth ?? 0) > 0 && ${VIDEO}.srcObject.active`, true);
  await press(tab, `//button[@aria-label='Close']`);
  await showCodes(tab, 'getUserMedia', [writePairing(pairing)], { mirrored: true });
  await press(tab, button('Scan a code'));
  await becomes(
    tab,
    `document.evaluate(${JSON.stringify(field('First address of the wallet'))}, document, null, 9)
    .singleNodeValue?.value`,
    pairing.address,
  );
}

/** In the open sheet: the moving code of this data on a shared screen. */
async function shareMovingCode(tab: Tab, kind: PayloadKind, hex: string): Promise<void> {
  await showCodes(tab, 'getDisplayMedia', framesOf(kind, hex));
  await press(tab, button('Read it from a shared screen'));
  await becomes(tab, isShown('//video'), false);
}

/** Picks one picture for each part of the code, and in an engine that decodes them a moving one. */
async function pickPictures(tab: Tab, kind: PayloadKind, hex: string): Promise<void> {
  const codes = framesOf(kind, hex);
  const folder = mkdtempSync(join(tmpdir(), 'ostro-pictures-'));
  const file = (name: string, png: Uint8Array): string => {
    writeFileSync(join(folder, name), png);
    return join(folder, name);
  };
  await shows(tab, FILE);
  if ((await tab.evaluate(`'ImageDecoder' in window`)) === true)
    await tab.choose(FILE, file('moving.png', codePng(codes)));
  else await tab.choose(FILE, codes.map((code, i) => file(`${i}.png`, codePng([code]))).join('\n'));
}

const framesOf = (kind: PayloadKind, hex: string): readonly string[] => {
  const { count, next } = createFrames(FORMS[kind].type, fromHex(hex));
  return Array.from({ length: count }, () => next());
};

/** From now on the camera or the shared screen is a canvas that shows these codes one after the other. */
const showCodes = async (
  tab: Tab,
  source: 'getUserMedia' | 'getDisplayMedia',
  codes: readonly string[],
  { mirrored = false } = {},
): Promise<void> => {
  const drawn = codes.map((code) =>
    encodeQR(code, 'raw', { ecc: 'low', border: 4 }).map((row) => row.map(Number).join('')),
  );
  await tab.evaluate(`void (MediaDevices.prototype.${source} = () => {
    const codes = ${JSON.stringify(drawn)};
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 600;
    const draw = canvas.getContext('2d');
    if (${mirrored}) draw.setTransform(-1, 0, 0, 1, 600, 0);
    let at = 0;
    const show = () => {
      const rows = codes[at++ % codes.length];
      const scale = Math.floor(600 / rows.length);
      draw.fillStyle = 'white';
      draw.fillRect(0, 0, 600, 600);
      draw.fillStyle = 'black';
      rows.forEach((row, y) => [...row].forEach((dark, x) => {
        if (dark === '1') draw.fillRect(x * scale, y * scale, scale, scale);
      }));
    };
    // WebKitGTK gives no more pictures after the first ones unless it is asked for each.
    const stream = canvas.captureStream(0);
    const [track] = stream.getVideoTracks();
    const next = () => {
      show();
      ('requestFrame' in track ? track : stream).requestFrame();
    };
    next();
    clearInterval(window.showing);
    window.showing = setInterval(next, 300);
    return Promise.resolve(stream);
  })`);
};

/** Codes: the pairing by the camera, key images from a shared screen, the signed payment from pictures. */
export const fromCodes: Reading = {
  pair: (watch, keys) => scanPairing(watch, { ...keys, height: 0, name: '' }),
  keyImages: (watch, hex) => shareMovingCode(watch, 'keyImages', hex),
  signed: async (cold) => {
    const hex = await copied(cold, 'Copy as text');
    return (watch) => pickPictures(watch, 'signed', hex);
  },
};
