import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { ImportState } from '../../../src/ui/airgap/import.svelte.ts';
import { FORMS, type AirgapPayload, type PayloadKind } from '../../../src/ui/airgap/payload.ts';
import { createFrames } from '../../../src/ui/airgap/ur.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const random = seededRandom('import');
const bytesOf = (kind: PayloadKind): Uint8Array => concat(FORMS[kind].magic, Uint8Array.of(5), random(1500));
const framesOf = (kind: PayloadKind, bytes: Uint8Array): readonly string[] => {
  const { next, count } = createFrames(FORMS[kind].type, bytes);
  return Array.from({ length: count }, () => next());
};
/** A picture file whose frames show these codes. */
const pictureOf = (...codes: readonly string[]): Blob =>
  new Blob([JSON.stringify(codes)], { type: 'image/png' });
async function* codesIn(file: Blob): AsyncGenerator<string> {
  yield* JSON.parse(await file.text()) as string[];
}
const open = (wanted: PayloadKind = 'signed') => {
  const got: AirgapPayload[] = [];
  return { got, input: new ImportState([wanted], (payload) => got.push(payload), codesIn) };
};

describe('a code that the camera reads', () => {
  const old = bytesOf('signed');
  const [stale, fresh] = [framesOf('signed', old), framesOf('signed', bytesOf('signed'))];

  it('is named at its first part when it is not what is needed', () => {
    const { input, got } = open();
    expect(input.code(framesOf('outputs', bytesOf('outputs'))[0]!)).toBe('more');
    expect(input.fault).toBe('This holds coins. Needed here: a signed payment.');
    expect([input.total, got]).toEqual([0, []]);
    input.code(fresh[0]!);
    expect([input.fault, input.have]).toEqual(['', 1]);
  });
  it('goes on where it was when it is lost and comes back after another one', () => {
    const { input, got } = open();
    for (const frame of stale.slice(0, 6)) input.code(frame);
    for (let n = 0; n < 14; n++) input.code(fresh[n % 3]!);
    expect(input.fault).toBe('');
    expect(input.have).toBe(3);
    for (let n = 0; n < 12; n++) input.code(stale[0]!);
    expect(input.fault).toBe('The other device shows the code of before again. Reading goes on.');
    expect(input.have).toBe(6);
    for (const frame of stale.slice(6)) input.code(frame);
    expect(got).toEqual([{ kind: 'signed', bytes: old }]);
  });
  it('is complete also when the part that brings it back is its last one', () => {
    const { input, got } = open();
    for (const frame of stale.slice(0, -1)) input.code(frame);
    for (let n = 0; n < 14; n++) input.code(fresh[0]!);
    for (let n = 0; n < 12 && got.length === 0; n++) input.code(stale.at(-1)!);
    expect(got).toEqual([{ kind: 'signed', bytes: old }]);
  });
});

describe('pictures of a moving code', () => {
  const bytes = bytesOf('signed');
  const frames = framesOf('signed', bytes);

  it('complete the data together, one part each, picked at once or one by one', async () => {
    const { input, got } = open();
    await input.files([pictureOf(frames[0]!)]);
    expect([input.have, input.total, input.fault]).toEqual([1, frames.length, '']);
    await input.files(frames.slice(1).map((frame) => pictureOf(frame)));
    expect(got).toEqual([{ kind: 'signed', bytes }]);
  });
  it('are one moving picture, or none of a code', async () => {
    const { input, got } = open();
    await input.files([pictureOf()]);
    expect(input.fault).toBe('No code was found in this picture. Take one from closer by.');
    await input.files([pictureOf(...frames)]);
    expect([got, input.fault]).toEqual([[{ kind: 'signed', bytes }], '']);
  });
});
