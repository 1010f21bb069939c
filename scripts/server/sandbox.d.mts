/** Types of sandbox.mjs for its test. */
export function checkSandbox(wanted: boolean, uid?: number): void;
export function explainStart(wanted: boolean, error: Error): Error;
