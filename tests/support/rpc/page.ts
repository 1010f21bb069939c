/** The state of a page with a real dispatch: data and actions of the screens. */
import { createClient } from '../../../src/client/client.ts';
import { serve } from '../../../src/rpc/serve.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import type { RpcResponse } from '../../../src/transport/port.ts';
import type { RpcSession } from './fixture.ts';

export async function pageOf({ session }: RpcSession): Promise<Session> {
  const served = serve(session);
  const page = new Session(
    createClient({
      request: (envelope) => served.request(envelope) as Promise<RpcResponse>,
      on: (listener) => served.on(listener),
    }),
  );
  await page.start();
  return page;
}
