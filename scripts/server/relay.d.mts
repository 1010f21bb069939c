/** Types of relay.mjs for its test. */
import type { IncomingMessage, ServerResponse } from 'node:http';
export type Relay = {
  readonly path: string;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  readonly stop: () => void;
};
export function createRelay(): Relay;
