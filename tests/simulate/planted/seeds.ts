/** The order in which seeds are tried for a planted bug: first those whose plans have much of what could show it. */
import { moodOf, type Mood } from '../node.ts';
import { planOf, type Plan, type Step } from '../plan.ts';
import type { PlantedBug } from './table.ts';

/** A step, or one that gives a node this mood. */
type Kind = Step['do'] | Mood;
/** By names of bugs; the first line that fits counts. */
const SHOWN_BY: readonly (readonly [name: RegExp, kinds: readonly Kind[]])[] = [
  [/older payments/, ['upgrade', 'pay', 'refresh']],
  [/flushed|checksum/, ['power failure', 'set an attribute']],
  [/append|failed twice|full disk|disk refused|aborted/, ['storage trouble', 'set an attribute']],
  [/owner|lock of/, ['second tab', 'set an attribute']],
  [/never compacted/, ['set many attributes']],
  [/table rings/, ['save', 'kill', 'mood', 'pay again']],
  [/table keyedCalls/, ['save', 'kill', 'pay again']],
  [/table notes/, ['save', 'kill', 'note a payment']],
  [/table labels/, ['save', 'kill', 'label an address']],
  [/table events/, ['save', 'kill', 'shop trouble', 'receive']],
  [/table sites|request of a site/, ['save', 'kill', 'a site pays again', 'a site pays']],
  [/snapshot/, ['save', 'kill', 'set an attribute']],
  [/password/, ['change the password', 'kill']],
  [/budget/, ['a site pays']],
  [/thaws/, ['freeze an output', 'reorganisation', 'read the chain again']],
  [/reorganisation/, ['reorganisation', 'block', 'refresh']],
  [/rescan/, ['read the chain again', 'receive']],
  [/lost answer/, ['loses answers', 'pay', 'pay again']],
  [/one refusal/, ['keeps', 'refuses', 'pay', 'refresh']],
  [/refusal of the shop/, ['shop trouble', 'receive', 'refresh']],
  [/refus|sent again/, ['mood', 'pay', 'pay again']],
  [/call/, ['pay again', 'pay', 'kill']],
  [/given up|that returns/, ['give up a payment', 'mood', 'pay']],
  [/of the pool/, ['reorganisation', 'receive', 'refresh']],
  [/shop/, ['shop trouble', 'receive']],
  [/background copy/, ['read a copy']],
  [/./, ['pay', 'kill']],
];

/** Storage that the file of the bug belongs to. */
const storageOf = ({ file }: PlantedBug): Plan['storage'] | undefined => {
  if (file.startsWith('src/server/') || file.includes('events')) return 'folder';
  return /store\/(?:idb|connection)/.test(file) ? 'browser' : undefined;
};

export function seedsFor(bug: PlantedBug, first: number, last: number, days: number): readonly number[] {
  const [, kinds] = SHOWN_BY.find(([name]) => name.test(bug.name))!;
  const storage = storageOf(bug);
  const scored = Array.from({ length: last - first + 1 }, (_, i) => {
    const plan = planOf(String(first + i), days);
    const count = (kind: Kind): number =>
      plan.steps.filter((step) => step.do === kind || (step.do === 'mood' && moodOf(step.n) === kind)).length;
    const score = kinds.reduce((product, kind) => product * (1 + count(kind)), 1) / plan.steps.length;
    return { seed: first + i, score: storage === undefined || plan.storage === storage ? score : 0 };
  });
  return scored.sort((a, b) => b.score - a.score || a.seed - b.seed).map(({ seed }) => seed);
}
