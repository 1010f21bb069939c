/** The administrator's commands, over the socket in the folder of the accounts. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askAdmin, createAdminSocket } from '../../../../src/server/light-wallet/admin.ts';
import { openAccounts } from '../../../../src/server/light-wallet/accounts.ts';
import {
  ADDRESS,
  HEIGHT,
  OTHER_ADDRESS,
  startLightServer,
} from '../../../support/light-wallet/light-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
const start = async () => {
  const server = await startLightServer({ accepts: { creation: false, rescans: false } });
  stops.push(server.stop);
  await server.ask('/login', { create_account: true, generated_locally: false });
  const admin = createAdminSocket(server.dir, { all: server.accounts.all, ...server.administration });
  stops.push(admin.stop);
  await admin.listen();
  const ask = async (...words: string[]): Promise<unknown> => JSON.parse(await askAdmin(server.dir, words));
  return { ...server, ask };
};
const LOOKAHEAD = { maj_i: 0, min_i: 0 };

describe('the administrator', () => {
  it('accepts, deactivates, hides and rescans accounts', async () => {
    const { ask, log } = await start();
    const account = { address: ADDRESS, start_height: HEIGHT + 2, lookahead: LOOKAHEAD };
    expect(await ask('list_requests')).toEqual({ create: [account], import: [] });
    expect(await ask('accept_requests', 'create', ADDRESS)).toEqual({ updated: [ADDRESS] });
    expect(await ask('list_accounts')).toEqual({ active: [account], inactive: [], hidden: [] });
    await ask('modify_account_status', 'inactive', ADDRESS);
    await ask('rescan', '5', ADDRESS);
    expect(await ask('list_accounts')).toMatchObject({ inactive: [{ ...account, start_height: 5 }] });
    expect(log.slice(1)).toEqual(['open active', 'stop', 'recreate 5']);
  });
  it('removes a rejected account with its wallet', async () => {
    const { ask, log, accounts, dir } = await start();
    await ask('reject_requests', 'create', ADDRESS);
    expect(accounts.all()).toEqual([]);
    expect(openAccounts(dir).all()).toEqual([]);
    expect(log.at(-1)).toBe('remove');
  });
  it('gets a sentence for a command that means nothing', async () => {
    const { ask } = await start();
    for (const words of [
      [],
      ['stop'],
      ['rescan', 'all', ADDRESS],
      ['accept_requests', 'create'],
      ['list_accounts', 'x'],
    ])
      await expect(ask(...words)).rejects.toThrow('--light-wallet-admin takes one of');
    await expect(ask('rescan', '5', OTHER_ADDRESS)).rejects.toThrow('There is no such account');
    await expect(ask('rescan', '5', 'x')).rejects.toThrow("'x' is no address");
    await expect(ask('accept_requests', 'import', ADDRESS)).rejects.toThrow('There is no such request');
  });
  it('is told when no server runs', async () => {
    await expect(askAdmin('/nowhere', ['list_accounts'])).rejects.toThrow(
      'No light-wallet server runs on /nowhere',
    );
  });
});

describe('the list of accounts', () => {
  it('is the same after a restart, in a file of the owner alone', async () => {
    const { accounts, dir } = await start();
    expect(openAccounts(dir).all()).toEqual(accounts.all());
    expect(statSync(join(dir, 'accounts.json')).mode & 0o777).toBe(0o600);
  });
  it('is not replaced when its file cannot be read', async () => {
    const { dir } = await start();
    writeFileSync(join(dir, 'accounts.json'), '{"version":2,"accounts":[]}');
    expect(() => openAccounts(dir)).toThrow('of this version');
  });
});
