/** The command line of `npm run bench`. */
import { parseArgs } from 'node:util';
import { messageOf } from '../../src/server/errors.mjs';

/**
 * Without a choice. `growth` and `fleet` take minutes for each run, `engines` needs other browsers, and `carrot` and `tree`
 * are about rules that are not in use: when they are asked for.
 */
const USUAL = ['scan', 'send', 'open', 'load', 'server'];
const SUITES = [...USUAL, 'growth', 'engines', 'carrot', 'tree', 'fleet'];
const SUBJECTS = ['ostro', 'native', 'monero_ts'];
const USAGE = `npm run bench -- [SUITE… or --suite ${SUITES.join(',')}] [--case NAME,…] [--runs 5] [--json [FILE]]
                [--only ${SUBJECTS.join(',')}] [--profile FILE] [--even-busy]`;

/** `json` is a file, or `-` for the standard output. No cases means all. */
export interface Options {
  readonly suites: readonly string[];
  readonly cases: readonly string[];
  readonly runs: number;
  /** The number of runs was given: the bench measures no case again for a narrower interval. */
  readonly isFixed: boolean;
  /** Print ratios although other programs disturbed the measurement. */
  readonly evenBusy: boolean;
  readonly only: readonly string[];
  readonly json?: string;
  readonly profile?: string;
}

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): Options | { readonly problem: string } {
  try {
    return checked(parsed(args));
  } catch (error) {
    return { problem: `${messageOf(error)}\n${USAGE}` };
  }
}

const parsed = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    // `--json` without a file is one to the standard output.
    args: args.map((arg, i) =>
      arg === '--json' && (args[i + 1] ?? '--').startsWith('--') ? '--json=-' : arg,
    ),
    options: {
      suite: { type: 'string' },
      case: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
      'even-busy': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  return { ...values, suite: values.suite ?? (positionals.length > 0 ? positionals.join(',') : undefined) };
};

const checked = ({
  help = false,
  suite,
  case: name,
  only: subject,
  runs: times,
  json,
  profile,
  'even-busy': evenBusy = false,
}: ReturnType<typeof parsed>): Options => {
  if (help) throw new Error('Measures us and the peers: docs/bench.md.');
  const suites = suite?.split(',') ?? USUAL;
  const runs = times ?? (suites.includes('growth') ? '1' : '5');
  const only = subject?.split(',') ?? SUBJECTS;
  const strange = [
    ...suites.filter((each) => !SUITES.includes(each)),
    ...only.filter((each) => !SUBJECTS.includes(each)),
  ];
  if (strange.length > 0) throw new Error(`${strange.join(', ')} is not known.`);
  if (!/^[1-9]\d*$/.test(runs)) throw new Error('--runs takes a number.');
  return {
    suites,
    cases: name?.split(',') ?? [],
    runs: Number(runs),
    isFixed: times !== undefined || suites.includes('growth'),
    evenBusy,
    only,
    ...(json !== undefined && { json }),
    ...(profile !== undefined && { profile }),
  };
};
