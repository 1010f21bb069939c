/** The entry `ostro/daemon`. */
import './world.browser.ts';

export { connectDaemon, type DaemonClient } from './daemon.ts';
export type { DaemonMethods } from './daemon-methods.ts';
export { OstroError } from './error.ts';
export type { NodeOptions } from './types.ts';
