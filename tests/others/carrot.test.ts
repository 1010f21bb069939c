/** Carrot compared with all that the reference computed for it. */
import { describe, expect, it } from 'vitest';
import { readVectorJson, readVectorText } from '../support/vectors.ts';
import { converge, expectEnote, type EnoteVector } from '../vectors/protocol/carrot.ts';

describe('Carrot', () => {
  it('recomputes every fixed value of the reference', () => {
    const lines = readVectorText('carrot', 'carrot-convergence.txt').trim().split('\n');
    const published = Object.fromEntries(lines.map((line) => line.split(' ') as [string, string]));
    const computed = converge(published);
    expect(Object.keys(computed)).toHaveLength(29);
    expect(published).toEqual({ ...published, ...computed });
  });

  const enotes = readVectorJson('carrot', 'carrot-legacy-enotes.json') as EnoteVector[];
  it.each(enotes.map((vector, at) => ({ ...vector, at })))(
    'finds and makes enote $at of kind $kind as the reference',
    expectEnote,
  );
});
