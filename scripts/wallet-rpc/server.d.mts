import type { HttpAnswer } from '../../src/transport/http-door.ts';

export function createRpcServer(options: {
  readonly http: (request: {
    readonly method: string;
    readonly path: string;
    readonly authorization?: string | undefined;
    readonly body: readonly number[];
  }) => Promise<HttpAnswer>;
  readonly port: number;
  readonly ip: string;
  readonly origins: readonly string[];
}): { listen(): Promise<number>; stop(): Promise<void> };
