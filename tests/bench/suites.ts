/** The suites: cases, subjects and expected results. Each suite yields samples; the subjects of a case take turns. */
import { carrot } from './carrot-scan.ts';
import { engines } from './engines.ts';
import { fleet } from './fleet.ts';
import { growth } from './growth.ts';
import { attempt, takeTurns, type LocalSuite, type Suite } from './measuring.ts';
import { scan } from './scan.ts';
import { send } from './send.ts';
import { openServers, serverCases } from './server.ts';
import { tree } from './tree.ts';

/** Case -> what a subject does; those that cannot do it are left out. */
const OPENS = [
  ['open-keys', 'openKeys'],
  ['open-full', 'openFull'],
] as const;

const open: Suite = {
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

const LOADS = [
  ['load', 'load'],
  ['load-slow', 'loadSlow'],
] as const;

const load: Suite = {
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

const server: Suite = {
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

export const localSuites: Readonly<Record<string, LocalSuite>> = { carrot, fleet, tree };
export const suites: Readonly<Record<string, Suite>> = { scan, send, open, load, server, growth, engines };
