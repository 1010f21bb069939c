/** The address at which this app is served, without the name of a file, query and fragment. */
export function appAddress({ origin, pathname }: Pick<Location, 'origin' | 'pathname'> = location): string {
  return origin + pathname.replace(/[^/]*$/, '');
}
