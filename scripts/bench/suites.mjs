/** The suites: cases, subjects and expected results. Each suite yields samples; the subjects of a case take turns. */
import { growth } from './growth.mjs';
import { attempt, takeTurns } from './measuring.mjs';
import { scan } from './scan.mjs';
import { send } from './send.mjs';
import { openServers, serverCases } from './server.mjs';

/** @typedef {import('./measuring.mjs').Suite} Suite */

/** Case -> what a subject does; those that cannot do it are left out. */
const OPENS = /** @type {const} */ ([
  ['open-keys', 'openKeys'],
  ['open-full', 'openFull'],
]);

/** @type {Suite} */
const open = {
  cases: OPENS.map(([name]) => name),
  run: async function* (world) {
    const { cases, runs, subjects, chain } = world;
    const wallet = { seed: chain.facts.seeds.U, address: chain.facts.addresses.U };
    for (const [name, what] of OPENS) {
      if (!cases.includes(name)) continue;
      const able = subjects.flatMap(({ name: subject, [what]: work }) => (work ? [{ subject, work }] : []));
      for (const { run, subject: each } of takeTurns(runs, able)) {
        const measure = async () => ({
          suite: 'open',
          case: name,
          subject: each.subject,
          ...(await each.work(wallet)),
        });
        yield* await attempt(`${name} run ${run + 1}, ${each.subject}`, measure, world);
      }
    }
  },
};

const LOADS = /** @type {const} */ ([
  ['load', 'load'],
  ['load-slow', 'loadSlow'],
]);

/** @type {Suite} */
const load = {
  cases: LOADS.map(([name]) => name),
  run: async function* (world) {
    for (const [name, what] of LOADS) {
      if (!world.cases.includes(name)) continue;
      const able = world.subjects.flatMap(({ name: subject, [what]: work }) =>
        work ? [{ subject, work }] : [],
      );
      for (const { run, subject: each } of takeTurns(world.runs, able)) {
        const measure = async () => ({
          suite: 'load',
          case: name,
          subject: each.subject,
          ...(await each.work()),
        });
        yield* await attempt(`${name} run ${run + 1}, ${each.subject}`, measure, world);
      }
    }
  },
};

/** @type {Suite} */
const server = {
  cases: serverCases,
  run: async function* (world) {
    for (const name of world.cases) {
      const { servers, close } = await openServers(name, world);
      try {
        for (const { run, subject } of takeTurns(world.runs, servers)) {
          const measure = async () => ({
            suite: 'server',
            case: name,
            subject: subject.name,
            ...(await subject.measure()),
          });
          yield* await attempt(`${name} run ${run + 1}, ${subject.name}`, measure, world);
        }
      } finally {
        await close();
      }
    }
  },
};

/** @type {Readonly<Record<string, Suite>>} */
export const suites = { scan, send, open, load, server, growth };
