/**
 * The server's log: one line each, by category (`global`: start and end; `wallet.rpc`: each call; `wallet`: what went
 * wrong inside the wallet). set_log_level and set_log_categories select the written categories (src/rpc/log.ts).
 */
const LEVELS = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'TRACE'];
/** The categories of level 0. */
const AT_FIRST = '*:WARNING,global:INFO';

export type Log = ReturnType<typeof createLog>;

export function createLog(write = (line: string) => console.log(line)) {
  let rules = parse(AT_FIRST);
  return {
    /** `category:LEVEL,…`; the last matching pair decides. Other parts are ignored. */
    follow: (categories: string) => void (rules = parse(categories)),
    say: (category: string, level: string, line: string) => {
      const rule = rules.findLast(({ fits }) => fits.test(category));
      if (rule && LEVELS.indexOf(level) <= rule.level)
        write(`${new Date().toISOString()} ${level.padEnd(7)} ${category} ${line}`);
    },
  };
}

const parse = (categories: string) =>
  categories.split(',').flatMap((each) => {
    const [, name, level] = /^([^:]+):([A-Z]+)$/.exec(each.trim()) ?? [];
    if (name === undefined || level === undefined || !LEVELS.includes(level)) return [];
    const fits = name.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return [{ fits: new RegExp(`^${fits.join('.*')}$`), level: LEVELS.indexOf(level) }];
  });
