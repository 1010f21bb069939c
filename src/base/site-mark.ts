/**
 * The mark of a site that the person turned off in the browser extension. The list of sites is the extension's, which a worker
 * cannot read. The mark is in the app's settings, so that the wallet worker reads it at the moment when a right takes effect.
 */

/** The number of times the site was turned off, and the present state. A right from before the last time is gone. */
export interface SiteMark {
  readonly times: number;
  readonly off: boolean;
}
interface Settings {
  get(key: string): Promise<string | undefined>;
  update(key: string, change: (value: string | undefined) => string | undefined): Promise<void>;
}

export async function readSiteMark(settings: Pick<Settings, 'get'>, origin: string): Promise<SiteMark> {
  return parse(await settings.get(keyOf(origin)));
}

export async function markSite(
  settings: Pick<Settings, 'update'>,
  origin: string,
  change: 'on' | 'off',
): Promise<void> {
  await settings.update(keyOf(origin), (before) => {
    const { times } = parse(before);
    if (change === 'on') return times === 0 ? undefined : `${String(times)} on`;
    return `${String(times + 1)} off`;
  });
}

const keyOf = (origin: string): string => `site ${origin}`;
const parse = (text = ''): SiteMark => ({
  times: Number.parseInt(text, 10) || 0,
  off: text.endsWith(' off'),
});
