/**
 * Facts that programs set, such as notes: each has a value that a call has set, and calls run beside each other. A value is
 * possible unless its call was refused, or another call set a later one: it began after this one had ended.
 */
interface Attempt {
  readonly value: string;
  readonly begun: number;
  ended?: number;
  outcome: 'open' | 'done' | 'refused';
}

export interface Facts {
  /** A call that sets `name` begins; the result tells its end. */
  begin(name: string, value: string): (outcome: 'done' | 'refused' | 'lost') => void;
  names(): readonly string[];
  /** The values that `name` may have. Empty: nothing was answered about it. */
  possible(name: string): ReadonlySet<string>;
  forget(): void;
}

export function createFacts(): Facts {
  const attempts = new Map<string, Attempt[]>();
  let moment = 0;
  return {
    begin: (name, value) => {
      const attempt: Attempt = { value, begun: ++moment, outcome: 'open' };
      attempts.set(name, [...(attempts.get(name) ?? []), attempt]);
      return (outcome) => {
        attempt.ended = ++moment;
        if (outcome !== 'lost') attempt.outcome = outcome;
      };
    },
    names: () => [...attempts.keys()],
    possible: (name) => {
      const all = attempts.get(name) ?? [];
      const done = all.filter(({ outcome }) => outcome === 'done');
      if (done.length === 0) return new Set();
      const last = Math.max(...done.map(({ begun }) => begun));
      const left = all.filter(({ outcome, ended }) => outcome !== 'refused' && (ended ?? Infinity) > last);
      return new Set(left.map(({ value }) => value));
    },
    forget: () => attempts.clear(),
  };
}
