/** Types of log.mjs for its test. */
export type Log = {
  readonly follow: (categories: string) => void;
  readonly say: (category: string, level: string, line: string) => void;
};
export function createLog(write?: (line: string) => void): Log;
