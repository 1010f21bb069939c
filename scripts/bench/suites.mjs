/** What is measured, on whom, and what must come out. Each suite yields samples; the subjects of a case take turns. */
import { writeFileSync } from 'node:fs';
import { openServers, serverCases } from './server.mjs';
import { countsOf } from './tx.mjs';

/** Every run asks all subjects, each time another one first: what the machine does besides falls on all alike. */
const takeTurns = async function* (runs, subjects) {
  for (let run = 0; run < runs; run++)
    for (let i = 0; i < subjects.length; i++) yield { run, subject: subjects[(run + i) % subjects.length] };
};
const able = (subjects, what) => subjects.filter((subject) => subject[what] !== undefined);

const text = (value) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each));
/** Compares what a subject found with what chain.json expects, in the fields that it can tell. */
const checkFound = (name, found, expected) => {
  for (const [field, value] of Object.entries(found))
    if (BigInt(value) !== BigInt(expected[field]))
      throw new Error(`${name} found ${field} ${value}, not ${expected[field]}`);
};

/** One measurement; a failure is told and counted, and the rest goes on. */
const attempt = async (what, work, { say, failures }) => {
  try {
    const sample = await work();
    say(`${what}: ${Math.round(sample.ms)} ms`);
    return [sample];
  } catch (error) {
    say(`${what} failed: ${error.message.split('\n')[0]}`);
    failures.push(`${what}: ${error.message.split('\n')[0]}`);
    return [];
  }
};

/** Case -> build. */
const KERNELS = { 'kernel-fma': 'fma', 'kernel-simd': 'simd', 'kernel-scalar': 'scalar' };
/** CPU time is told in steps of 10 ms: long enough that they do not matter. */
const KERNEL_MS = 1500;

/** What is looked at apart from the timed runs: the app's own page, reads during the scan and, when asked for, a profile. */
const beside = async (name, subject, seed, { profile, failures, say }) => {
  const detail = {};
  try {
    detail.page_long_tasks_ms = await subject.pageTasks({ seed });
    detail.reads_ms = await subject.reads({ seed });
    say(
      `${name}, reads meanwhile: ${text(detail.reads_ms)}; long tasks of the page: ${text(detail.page_long_tasks_ms)}`,
    );
    if (profile !== undefined) {
      const { profile: workers } = await subject.scan({ seed, profiled: true });
      writeFileSync(`${profile}-${name}.json`, `${JSON.stringify(workers, undefined, 1)}\n`);
      for (const line of profileLines(workers)) say(line);
    }
  } catch (error) {
    failures.push(`${name}, beside: ${error.message.split('\n')[0]}`);
  }
  return [{ suite: 'scan', case: name, subject: subject.name, detail }];
};
const profileLines = (workers) =>
  workers.flatMap(({ worker, ms, functions }) => [
    `${worker}: ${ms} ms`,
    ...functions.slice(0, 15).map((each) => `  ${each.share.toFixed(3)}  ${each.name}  ${each.place}`),
  ]);

export const scan = {
  cases: ['scan-U', 'scan-A', ...Object.keys(KERNELS)],
  run: async function* (world) {
    const { cases, runs, subjects, chain, kernel, libsodium, say } = world;
    for (const name of cases.filter((each) => each.startsWith('scan-'))) {
      const wallet = name.slice('scan-'.length);
      for await (const { run, subject } of takeTurns(runs, subjects)) {
        const measure = async () => {
          const { found, ...sample } = await subject.scan({ seed: chain.facts.seeds[wallet] });
          checkFound(subject.name, found, chain.facts.expected[wallet]);
          return { suite: 'scan', case: name, subject: subject.name, ...sample };
        };
        yield* await attempt(`${name} run ${run + 1}, ${subject.name}`, measure, world);
      }
      const ours = subjects.find((subject) => subject.pageTasks !== undefined);
      if (ours) yield* await beside(name, ours, chain.facts.seeds[wallet], world);
    }
    const builds = kernel === undefined ? [] : cases.filter((each) => each in KERNELS);
    for (let run = 0; run < runs; run++)
      for (const name of builds) {
        const sample = await kernel(KERNELS[name], KERNEL_MS);
        if (sample === undefined) {
          say(`${name}: this browser does not run that build`);
          continue;
        }
        const rate = await libsodium?.rate(KERNEL_MS / 1000);
        say(
          `${name} run ${run + 1}: ${Math.round(sample.detail.rate_per_s)}/s, libsodium ${Math.round(rate)}/s`,
        );
        if (rate !== undefined) sample.detail.libsodium_per_s = rate;
        yield { suite: 'scan', case: name, subject: 'ostro', ...sample };
      }
  },
};

/**
 * Wallet S of the chain holds one output in account 1, two in account 2 and many in account 3, so that every wallet
 * has to take the same ones. XMR go to wallet U.
 */
const XMR = 1_000_000_000_000;
const SENDS = {
  '1in2out': { account: 1, inputs: 1, outputs: 2, amounts: [XMR] },
  '2in2out': { account: 2, inputs: 2, outputs: 2, amounts: [5 * XMR] },
  '1in16out': { account: 1, inputs: 1, outputs: 16, amounts: Array.from({ length: 15 }, () => XMR / 10) },
  sweep75: { account: 3, inputs: undefined, outputs: 2 },
};

/** The call in monero-wallet-rpc's words, which are ours too, or in monero-ts's. */
const callOf = (subject, { account, amounts }, address) => {
  if (subject.name === 'monero_ts')
    return amounts
      ? [
          {
            accountIndex: account,
            destinations: amounts.map((amount) => ({ address, amount: BigInt(amount) })),
          },
        ]
      : [{ accountIndex: account, address, sweep: true }];
  const common = { account_index: account, do_not_relay: true };
  return amounts
    ? [
        'transfer',
        { ...common, get_tx_hex: true, destinations: amounts.map((amount) => ({ address, amount })) },
      ]
    : ['sweep_all', { ...common, get_tx_hex: true, address }];
};
/** Transactions in hex out of any subject's answer. */
const hexOf = (answer) => (Array.isArray(answer) ? answer : (answer.tx_blob_list ?? [answer.tx_blob]));

export const send = {
  cases: Object.keys(SENDS),
  run: async function* (world) {
    const { cases, runs, subjects, chain, say } = world;
    const address = chain.facts.addresses.U;
    const seed = chain.facts.seeds.S;
    const many = chain.facts.sweep_inputs ?? 75;
    const open = [];
    try {
      for (const subject of able(subjects, 'wallet')) {
        say(`${subject.name} scans wallet S`);
        open.push({ subject, wallet: await subject.wallet({ seed }) });
      }
      for (const name of cases) {
        const wanted = { ...SENDS[name], inputs: SENDS[name].inputs ?? many };
        for await (const { run, subject: entry } of takeTurns(runs, open)) {
          const measure = async () => {
            const { answer, ...sample } = await entry.wallet.build(...callOf(entry.subject, wanted, address));
            const counts = hexOf(answer).map((hex) => countsOf(hex));
            const [first] = counts;
            if (counts.length !== 1 || first.inputs !== wanted.inputs || first.outputs !== wanted.outputs)
              throw new Error(`built ${text(counts)}`);
            return { suite: 'send', case: name, subject: entry.subject.name, ...sample };
          };
          yield* await attempt(`${name} run ${run + 1}, ${entry.subject.name}`, measure, world);
        }
      }
    } finally {
      for (const { wallet } of open) await wallet.close();
    }
  },
};

const OPENS = { 'open-keys': 'openKeys', 'open-full': 'openFull' };

export const open = {
  cases: Object.keys(OPENS),
  run: async function* (world) {
    const { cases, runs, subjects, chain } = world;
    const wallet = { seed: chain.facts.seeds.U, address: chain.facts.addresses.U };
    for (const name of cases)
      for await (const { run, subject } of takeTurns(runs, able(subjects, OPENS[name]))) {
        const measure = async () => {
          const sample = await subject[OPENS[name]](wallet);
          return { suite: 'open', case: name, subject: subject.name, ...sample };
        };
        yield* await attempt(`${name} run ${run + 1}, ${subject.name}`, measure, world);
      }
  },
};

export const load = {
  cases: ['load'],
  run: async function* (world) {
    for await (const { run, subject } of takeTurns(world.runs, able(world.subjects, 'load'))) {
      const measure = async () => {
        const sample = await subject.load();
        return { suite: 'load', case: 'load', subject: subject.name, ...sample };
      };
      yield* await attempt(`load run ${run + 1}, ${subject.name}`, measure, world);
    }
  },
};

export const server = {
  cases: Object.keys(serverCases),
  run: async function* (world) {
    for (const name of world.cases) {
      const { servers, close } = await openServers(name, world);
      try {
        for await (const { run, subject } of takeTurns(world.runs, servers)) {
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

export const suites = { scan, send, open, load, server };
