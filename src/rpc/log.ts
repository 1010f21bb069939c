/**
 * Log categories, for the server of `npm run wallet-rpc`; the page has no log.
 * Upstream: `mlog_set_log`, `mlog_set_categories`, `get_default_categories` (contrib/epee/src/mlog.cpp).
 */
const OF_LEVEL = [
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,global:INFO,' +
    'verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,logging:INFO,msgwriter:INFO',
  '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG',
  '*:DEBUG',
  '*:TRACE,*.dump:DEBUG',
  '*:TRACE',
] as const;

export const LOG_AT_FIRST: string = OF_LEVEL[0];

/** Undefined for an unknown level. */
export function categoriesOfLevel(level: number): string | undefined {
  return OF_LEVEL[level];
}

/** `requested`: a level, a level with more categories, a whole list, or `+` and `-` with a change of the current list. */
export function changeCategories(before: string, requested: string): string {
  const [, level, more] = /^\s*([+-]?\d+)(,.*)?$/s.exec(requested) ?? [];
  if (level !== undefined) {
    const list = categoriesOfLevel(Number(level));
    // An unknown level changes nothing, unless categories follow it.
    return more === undefined ? (list ?? before) : `${list ?? ''}${more}`;
  }
  if (requested.startsWith('+')) return [before, requested.slice(1)].filter((each) => each !== '').join(',');
  if (requested.startsWith('-')) return without(before, requested.slice(1).split(/,+/));
  return requested;
}

const without = (list: string, removed: readonly string[]): string =>
  removed.reduce((rest, each) => rest.replace(each, ''), list);
