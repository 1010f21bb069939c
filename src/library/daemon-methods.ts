/** Types of the calls of monerod. The package has them written out (scripts/tools/build/package-methods.ts). */
import type { daemonCalls } from './daemon-calls.ts';

type Calls = typeof daemonCalls;

/** Parameters and result of each call of monerod, by its name on the wire. */
export type DaemonMethods = {
  readonly [Name in keyof Calls]: {
    readonly params: NonNullable<Parameters<Calls[Name]>[0]>;
    readonly result: ReturnType<ReturnType<Calls[Name]>['read']>;
  };
};
