/** The command line of `npm run bench`. Runs before the dependencies are there. */

const SUITES = ['scan', 'send', 'open', 'load', 'server'];
const SUBJECTS = ['ostro', 'native', 'monero_ts'];
const USAGE = `npm run bench -- [--suite ${SUITES.join(',')}] [--case NAME,…] [--runs 5] [--json [FILE]]
                [--only ${SUBJECTS.join(',')}] [--profile FILE]`;

/**
 * Answers {suites, cases, runs, json?, only, profile?}, or {problem}. `json` is a file, or `-` for the standard
 * output. No cases means all; no suites too.
 */
export function readOptions(args) {
  const options = { suites: SUITES, cases: [], runs: 5, only: SUBJECTS };
  const rest = [...args];
  const list = () => rest.shift()?.split(',') ?? [];
  while (rest.length > 0) {
    const name = rest.shift();
    if (name === '--suite') options.suites = list();
    else if (name === '--case') options.cases = list();
    else if (name === '--only') options.only = list();
    else if (name === '--runs') options.runs = Number(rest.shift());
    else if (name === '--profile') options.profile = rest.shift();
    else if (name === '--json') options.json = rest[0]?.startsWith('--') === false ? rest.shift() : '-';
    else return { problem: name === '--help' ? USAGE : `${name} is no option.\n${USAGE}` };
  }
  const strange = [
    ...options.suites.filter((each) => !SUITES.includes(each)),
    ...options.only.filter((each) => !SUBJECTS.includes(each)),
  ];
  if (strange.length > 0) return { problem: `${strange.join(', ')} is not known.\n${USAGE}` };
  if (!Number.isInteger(options.runs) || options.runs < 1)
    return { problem: `--runs takes a number.\n${USAGE}` };
  return options;
}
