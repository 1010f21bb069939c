/** The entry `ostro/daemon`. */
import '#library/world';

export { connectDaemon, type DaemonClient } from './daemon.ts';
export type { DaemonMethods } from './daemon-methods.ts';
export { OstroError } from './error.ts';
export type { NodeOptions } from './types.ts';
