/**
 * Cuts a failing plan down: it leaves out steps, days and odd circumstances as long as the same invariant breaks. What is
 * left is the schedule that a person reads.
 */
import type { Plan, Step } from './plan.ts';
import { simulate, type Run } from './simulate.ts';
import { DAY, HOUR } from './time.ts';

/** `most`: runs to try. `onProgress` hears how many steps are left. */
export async function shrink(
  failing: Run,
  most = 400,
  onProgress: (steps: number) => void = () => undefined,
): Promise<Run> {
  const { invariant } = failing.broken!;
  let best = failing;
  let tries = 0;
  const attempt = async (plan: Plan): Promise<boolean> => {
    if (tries++ >= most) return false;
    const run = await simulate(plan);
    if (run.broken?.invariant !== invariant) return false;
    best = run;
    onProgress(run.plan.steps.length);
    return true;
  };
  const days = Math.ceil(Math.min(failing.broken!.at, failing.plan.days * DAY) / DAY);
  await attempt({ ...best.plan, days, steps: best.plan.steps.filter(({ at }) => at <= days * DAY) });
  for (const simpler of [{ second: false }, { customer: false }, { nodes: 'one' }, { dateOff: 0 }] as const)
    await attempt({ ...best.plan, ...simpler });
  await leaveOut(
    () => best.plan.steps,
    (steps) => attempt({ ...best.plan, steps }),
  );
  return best;
}

/** Leaves out halves, quarters and so on, down to single steps, until none can go. */
const leaveOut = async (
  current: () => readonly Step[],
  attempt: (steps: readonly Step[]) => Promise<boolean>,
): Promise<void> => {
  for (let size = Math.ceil(current().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < current().length;) {
      const steps = current();
      const gone = await attempt([...steps.slice(0, from), ...steps.slice(from + size)]);
      if (!gone) from += size;
    }
};

/** A plan as a person reads it. */
export function textOf({ plan, broken }: Run): string {
  const { seed, storage, nodes, days, second, customer, dateOff } = plan;
  return [
    `seed ${seed}: ${storage}, ${nodes === 'one' ? 'one node' : `three nodes (${nodes})`}, ${days} days${second ? ', two devices' : ''}${customer ? ', another wallet' : ''}${dateOff === 0 ? '' : `, the date is off by ${Math.round(dateOff / HOUR)} h`}`,
    ...plan.steps.map(({ at, do: what, n, m }) => `${timeText(at)}  ${what} (${n}, ${m})`),
    ...(broken ? [`${timeText(broken.at)}  ${broken.message}`] : []),
  ].join('\n');
}
const timeText = (ms: number): string =>
  `day ${Math.floor(ms / DAY)}, ${new Date(ms % DAY).toISOString().slice(11, 19)}`;
