/** Reads `monero/hash/<name>.txt`: a digest and the data, both hex; `x` is the empty string. */
import { readVectorText } from '../../support/vectors.ts';

export function hashVectors(name: string): { digest: string; data: string }[] {
  return readVectorText('monero', 'hash', `${name}.txt`)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [digest = '', data = ''] = line.trim().split(/\s+/);
      return { digest, data: data === 'x' ? '' : data };
    });
}
