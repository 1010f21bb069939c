/** The calls that the server itself makes to its wallet: what it closes when it ends while it begins. */
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../src/server/commands.ts';
import type { Hosted } from '../../../src/server/hosted.ts';
import { settled } from '../../support/settled.ts';

const FLAGS = { node: undefined, password: 'pw', initialSync: true, log: undefined, resolver: undefined };

/** A wallet that answers the calls of `held` when `go` is called; `close_wallet` finds none before `open_wallet` was answered. */
const setup = (held: string) => {
  const calls: string[] = [];
  let go: () => void = () => undefined;
  let open = false;
  const hosted: Pick<Hosted, 'request'> = {
    request: async (envelope) => {
      const { method } = JSON.parse(envelope) as { readonly method: string };
      calls.push(method);
      if (method === held) await new Promise<void>((resolve) => (go = resolve));
      if (method === 'open_wallet') open = true;
      if (method !== 'close_wallet' || open) return '{"result":{}}';
      return '{"error":{"code":-13,"message":"No wallet file"}}';
    },
  };
  const commands = createCommands(hosted as Hosted, 'mine');
  const began = commands.begin({ ...FLAGS, eventRules: undefined }, () => undefined);
  return { calls, commands, began, go: () => go() };
};

describe('a server that ends while it begins', () => {
  it('closes the wallet that is being opened', async () => {
    const { calls, commands, began, go } = setup('open_wallet');
    await settled();
    const closed = commands.close();
    await settled();
    expect(calls.at(-1)).toBe('open_wallet');
    go();
    await Promise.all([began, closed]);
    expect(calls.at(-1)).toBe('close_wallet');
  });

  it('opens no wallet after it was closed', async () => {
    const { calls, commands, began, go } = setup('x_set_node');
    await settled();
    await commands.close();
    go();
    await began;
    expect(calls).toEqual(['x_set_node', 'close_wallet']);
  });
});
