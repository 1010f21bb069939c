/**
 * A build for experiments reads blocks of later rules than a release: `OSTRO_READS=18 npx vite build`. `OSTRO_FORKS`,
 * such as `17:700,18:1400`, names the first heights of versions on a made-up chain; real networks keep theirs.
 */

/** The newest version whose forms the readers know (src/protocol/block/block.ts). */
const NEWEST = 18;

type Environment = Readonly<Record<string, string | undefined>>;

/** What replaces `__RULES__` in src/protocol/block/known-rules.ts. */
export function rulesOfBuild({ OSTRO_READS: reads, OSTRO_FORKS: forks = '' }: Environment): string {
  if (!reads) return 'undefined';
  if (!/^1[678]$/.test(reads)) throw new Error(`OSTRO_READS is a version from 16 to ${NEWEST}`);
  const heights = forks.split(',').flatMap((fork) => (fork ? [readFork(fork)] : []));
  return JSON.stringify({ reads: Number(reads), forks: Object.fromEntries(heights) });
}

const readFork = (fork: string): readonly [version: string, height: number] => {
  const [, version, height] = /^(1[678]):(\d{1,9})$/.exec(fork) ?? [];
  if (version === undefined) throw new Error('OSTRO_FORKS is like 17:700,18:1400');
  return [version, Number(height)];
};

/** The value that replaces `__PROVES__` there: whether the build has the code of payments that prove membership. */
export function provesInBuild({ OSTRO_READS: reads }: Environment): string {
  return String(Number(reads) === NEWEST);
}

/** The folder of the build: `dist` is that of releases. */
export function folderOfBuild({ OSTRO_READS: reads }: Environment): string {
  return reads ? `dist-rules-${reads}` : 'dist';
}
