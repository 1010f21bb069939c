/** A scan worker learns from its name which build of the kernel to use: so it needs no message and no storage before it starts. */
import { isBuild, type Build } from '../src/kernel/wasm/load.ts';

const NAME = 'ostro scan';

/** Undefined: the worker chooses by features. */
export function nameWith(build: Build | undefined): string {
  return build ? `${NAME}, ${build}` : NAME;
}

export function buildInName(name: string): Build | undefined {
  const build = name.split(', ')[1];
  return isBuild(build) ? build : undefined;
}
