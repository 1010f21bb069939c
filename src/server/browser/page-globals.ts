import type { Host } from '../../transport/host.ts';

/** The globals that the page has for this server (src/transport/page/server.ts, host.ts). */
export interface PageGlobals {
  readonly ostroRpc: {
    request: (text: string) => Promise<string>;
    on: (listener: (event: PageEvent) => void) => void;
  };
  readonly ostroFolder: (method: string, args: unknown[]) => Promise<unknown>;
  readonly ostroEvent: (type: string, data: PageEvent['data']) => void;
  ostroHost: Host;
}
export interface PageEvent {
  type: string;
  data: { reason?: string; categories?: string; txids?: readonly string[] };
}
