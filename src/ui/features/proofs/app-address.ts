/**
 * The address at which this app is served, without the name of a file, query and fragment. Empty for the offline edition: a
 * file on this device can be opened by no one else, and its path is private.
 */
export function appAddress({
  protocol,
  origin,
  pathname,
}: Pick<Location, 'protocol' | 'origin' | 'pathname'> = location): string {
  return protocol === 'file:' ? '' : origin + pathname.replace(/[^/]*$/, '');
}
