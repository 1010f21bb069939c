import type { HostEvent } from '../../../src/server/hosted.ts';
import type { Host } from '../../../src/transport/host.ts';

/** The globals that the page has for this server (src/transport/page/server.ts, host.ts). */
export interface PageGlobals {
  readonly ostroRpc: {
    request: (text: string) => Promise<string>;
    on: (listener: (event: HostEvent) => void) => void;
  };
  readonly ostroFolder: (method: string, args: unknown[]) => Promise<unknown>;
  readonly ostroEvent: (event: HostEvent) => void;
  ostroHost: Host;
}
