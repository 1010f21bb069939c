/** The number of runs of a slow property: the long one with `npm run test:long` (OSTRO_LONG=1), else the short one. */
export function numberOfRuns({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env['OSTRO_LONG'] ? long : short;
}
