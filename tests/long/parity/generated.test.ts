/**
 * Generated parameters: every method of the table with each of its fields missing, of every wrong type, at its bounds and
 * beyond them (table/generated.ts), as the same text to our engine and to monero-wallet-rpc: before a wallet is open, with
 * one, and for restricted callers. Both must give the same answer, or the same code and message;
 * known-differences.ts lists the exceptions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, startWalletRpc, type Server } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import type { MethodName } from '../../../src/rpc/contract.ts';
import { dispatchText } from '../../../src/rpc/dispatch-text.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { known, openRpcSession, type RpcSession } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { knownCall, levelAnswer, type CallDifference } from '../../parity/known-differences.ts';
import { OFFLINE } from '../../parity/table/offline.ts';
import { variations } from '../../parity/table/generated.ts';
import { kindOf, outcomeOf, request } from '../../parity/wire.ts';

const NAME = 'w';
const RESTORE = { filename: NAME, password: 'pw', seed: known.seed, restore_height: 5 };

/** Methods that end the server, take long without a visible result, or open another wallet each time. */
const APART: Readonly<Record<string, readonly MethodName[]>> = {
  closed: ['stop_wallet'],
  open: [
    'stop_wallet',
    'close_wallet',
    'create_wallet',
    'open_wallet',
    'generate_from_keys',
    'restore_deterministic_wallet',
    'change_wallet_password',
    'make_multisig',
    'prepare_multisig',
    'export_outputs',
  ],
  // The reference would close its wallet.
  restricted: ['stop_wallet', 'close_wallet'],
};
const methods = (Object.keys(registry) as MethodName[]).filter((name) => !name.startsWith('x_'));
const goodParams = (method: MethodName): object =>
  OFFLINE.find((each) => each.method === method && Object.keys(each.params).length > 0)?.params ?? {};

describe.each(['closed', 'open', 'restricted'] as const)('a server whose wallet is %s', (world) => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-generated-'));
  const restrictedArgs =
    world === 'restricted' ? ['--restricted-rpc', '--wallet-file', join(dir, NAME), '--password', 'pw'] : [];
  let theirs: Server;
  let ours: RpcSession;

  const start = async (args: readonly string[] = []): Promise<void> => {
    theirs = await startWalletRpc({
      bin: await ensureMonero(),
      dir,
      daemonUrl: 'http://127.0.0.1:1',
      args: ['--offline', ...args],
    });
  };
  const askThem = (body: string): Promise<string> => post(`${theirs.url}/json_rpc`, body);
  const askUs = (body: string): Promise<string> =>
    dispatchText(ours.session, body, { restricted: world === 'restricted' });

  beforeAll(async () => {
    await useWasmKernel();
    ours = openRpcSession();
    await start();
    if (world === 'closed') return;
    await ours.call('restore_deterministic_wallet', RESTORE);
    expect(await askThem(request('restore_deterministic_wallet', JSON.stringify(RESTORE)))).toContain(
      '"address"',
    );
    if (world !== 'restricted') return;
    await askThem(request('close_wallet', '{}'));
    await theirs.child.stop();
    await start(restrictedArgs);
  });
  afterAll(async () => {
    await theirs.child.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(methods.filter((method) => !APART[world]!.includes(method)))('%s', async (method) => {
    const different: string[] = [];
    for (const [what, params] of variations(method, goodParams(method))) {
      const body = request(method, params);
      const context = { world, method, what };
      const known = knownCall(context);
      if (known?.keeps === undefined && known) continue;
      const mine = outcome(method, await askUs(body), known);
      let other: object;
      try {
        other = outcome(method, await askThem(body), known);
      } catch (error) {
        // Some parameters make the reference exit.
        await theirs.child.stop();
        await start(restrictedArgs);
        other = { crash: String(error) };
      }
      if (JSON.stringify(mine) !== JSON.stringify(other))
        different.push(`${what}\n  ours   ${shown(mine)}\n  theirs ${shown(other)}`);
      if (world === 'closed') for (const ask of [askUs, askThem]) await ask(request('close_wallet', '{}'));
    }
    expect(different.join('\n')).toBe('');
  });
});

const shown = (value: object): string => JSON.stringify(value).slice(0, 300);
const outcome = (method: MethodName, text: string, known?: CallDifference): object => {
  const found = outcomeOf(text);
  if (known?.keeps === 'code') return { code: 'code' in found ? found.code : undefined };
  if (known?.keeps === 'kind') return kindOf(found);
  return 'result' in found ? { result: levelAnswer(method, found.result) } : found;
};
