import { describe, expect, it } from 'vitest';
import { folderOfBuild, rulesOfBuild } from '../../../../../scripts/tools/build/experiment.ts';

describe('a build for experiments', () => {
  it('is made only when the environment says so', () => {
    expect(rulesOfBuild({})).toBe('undefined');
    expect(rulesOfBuild({ OSTRO_READS: '', OSTRO_FORKS: '17:5' })).toBe('undefined');
    expect(folderOfBuild({})).toBe('dist');
  });

  it('has its rules and a folder of its own', () => {
    const given = { OSTRO_READS: '18', OSTRO_FORKS: '17:700,18:1400' };
    expect(JSON.parse(rulesOfBuild(given))).toEqual({ reads: 18, forks: { 17: 700, 18: 1400 } });
    expect(JSON.parse(rulesOfBuild({ OSTRO_READS: '17' }))).toEqual({ reads: 17, forks: {} });
    expect(folderOfBuild(given)).toBe('dist-rules-18');
  });

  it.each(['19', '15', 'x', '18 '])('refuses the version %s', (version) => {
    expect(() => rulesOfBuild({ OSTRO_READS: version })).toThrow('from 16 to 18');
  });

  it.each(['17', '19:5', '17:x', '17:1e3'])('refuses the heights %s', (forks) => {
    expect(() => rulesOfBuild({ OSTRO_READS: '18', OSTRO_FORKS: forks })).toThrow('OSTRO_FORKS');
  });
});
