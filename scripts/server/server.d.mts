/** Types of server.mjs for its tests. */
import type * as door from '../../src/transport/http-door.ts';
import type { LoginCheck } from '../../src/transport/http-login.ts';

export function createRpcServer(options: {
  readonly ask: (envelope: string) => Promise<string>;
  readonly door: Pick<typeof door, 'refuseHttp' | 'envelopeAnswer' | 'wireText'>;
  readonly login?: LoginCheck | undefined;
  readonly port: number;
  readonly ip: string;
  readonly origins: readonly string[];
  readonly hosts?: readonly string[];
  readonly limits?: {
    readonly body?: number;
    readonly bodies?: number;
    readonly headMs?: number;
    readonly requestMs?: number;
    readonly answerMs?: number;
    readonly discardMs?: number;
    readonly connections?: number;
  };
}): { listen(): Promise<number>; stop(): Promise<void> };
