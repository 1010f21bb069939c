/**
 * The server's log: one line each, by category (`global`: start and end; `wallet.rpc`: each call; `browser`: what the
 * page writes to its console). set_log_level and set_log_categories select the written categories (src/rpc/log.ts).
 */
const LEVELS = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'TRACE'];
/** The categories of level 0. */
const AT_FIRST = '*:WARNING,global:INFO';

/** @typedef {ReturnType<typeof createLog>} Log */

export function createLog(write = (/** @type {string} */ line) => console.log(line)) {
  let rules = parse(AT_FIRST);
  return {
    /** `category:LEVEL,…`; the last matching pair decides. Other parts are ignored. */
    follow: (/** @type {string} */ categories) => void (rules = parse(categories)),
    /**
     * @param {string} category
     * @param {string} level
     * @param {string} line
     */
    say: (category, level, line) => {
      const rule = rules.findLast(({ fits }) => fits.test(category));
      if (rule && LEVELS.indexOf(level) <= rule.level)
        write(`${new Date().toISOString()} ${level.padEnd(7)} ${category} ${line}`);
    },
  };
}

const parse = (/** @type {string} */ categories) =>
  categories.split(',').flatMap((each) => {
    const [, name, level] = /^([^:]+):([A-Z]+)$/.exec(each.trim()) ?? [];
    if (name === undefined || level === undefined || !LEVELS.includes(level)) return [];
    const fits = name.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return [{ fits: new RegExp(`^${fits.join('.*')}$`), level: LEVELS.indexOf(level) }];
  });
