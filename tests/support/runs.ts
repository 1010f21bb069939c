/** How often a slow property is tried: `npm run test:long` (OSTRO_LONG=1) takes the long number, `npm test` the short one. */
export function numberOfRuns({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env['OSTRO_LONG'] ? long : short;
}
