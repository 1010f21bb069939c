import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { AccountsState } from '../../../src/ui/features/accounts/accounts.svelte.ts';
import { Overview } from '../../../src/ui/features/overview/overview.svelte.ts';
import { AttributesState } from '../../../src/ui/features/attributes/attributes.svelte.ts';
import { readAgain } from '../../../src/ui/state/read-again.ts';
import { RpcAccessForm } from '../../../src/ui/features/rpc-access/rpc-access.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { Faucet } from '../../../src/ui/app/faucet.svelte.ts';
import {
  CURVES_HEIGHT,
  CURVES_WIDTH,
  confirmationCurve,
  curveFill,
} from '../../../src/ui/widgets/confirmation-curves.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { WiderSearch } from '../../../src/ui/features/reading/wider-search.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { WORDS } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario = 'home') => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};

const lastCall = (port: FakePort) => port.calls[port.calls.length - 1]!;

describe('the settings behind the password', () => {
  it('stay closed with a wrong password', async () => {
    const { port, session } = await setup();
    const guarded = new Guarded(session);
    guarded.password = 'nope';
    expect(await guarded.showWords()).toBe(false);
    expect(guarded.wrong).toContain('not the password');
    expect(guarded.secret).toBe('');
    guarded.password = '';
    expect(await guarded.file('everything')).toBe(false);
    expect(guarded.wrong).toBe('The password is still missing.');
    expect(port.calls.some(({ method }) => method === 'query_key')).toBe(false);
  });
  it('show the words and the view key', async () => {
    const { session } = await setup();
    const guarded = new Guarded(session);
    guarded.password = 'correct horse';
    expect(await guarded.showWords()).toBe(true);
    expect(guarded.secret).toBe(WORDS);
    expect(guarded.password).toBe('');
    const other = new Guarded(session);
    other.password = 'correct horse';
    await other.showViewKey();
    expect(other.secret).toHaveLength(64);
  });
  it('change the password to one that was typed twice', async () => {
    const { port, session } = await setup();
    const guarded = new Guarded(session);
    guarded.password = 'correct horse';
    guarded.next = 'short';
    expect(guarded.nextFault).not.toBe('');
    guarded.next = 'battery staple';
    guarded.again = 'battery';
    expect(guarded.againFault).not.toBe('');
    expect(await guarded.change()).toBe(false);
    guarded.again = 'battery staple';
    expect(await guarded.change()).toBe(true);
    expect(lastCall(port).params).toEqual({
      old_password: 'correct horse',
      new_password: 'battery staple',
    });
  });
  it('remove the wallet', async () => {
    const { session } = await setup();
    const guarded = new Guarded(session, { closes: true });
    guarded.password = 'correct horse';
    expect(await guarded.remove()).toBe(true);
    expect(session.open).toBe(false);
    expect(session.wallets.map(({ name }) => name)).toEqual(['Savings box']);
    expect(session.lastClosed).toBeUndefined();
  });
});

describe('values of programs', () => {
  it('are read and set by their names', async () => {
    const { port, session } = await setup();
    const view = new AttributesState(session);
    await view.read();
    expect(view.keyFault).not.toBe('');
    expect(await view.save()).toBe(false);
    view.key = 'shop.order';
    await view.read();
    expect([view.found, view.value]).toEqual(['value', '1043']);
    view.value = '1044';
    expect(await view.save()).toBe(true);
    expect(port.attributes.get('shop.order')).toBe('1044');
  });
  it('are not saved under a name that was typed after reading', async () => {
    const { session } = await setup();
    const view = new AttributesState(session);
    view.key = 'shop.order';
    await view.read();
    view.key = 'shop.other';
    view.renamed();
    expect(await view.save()).toBe(false);
    await view.read();
    expect([view.found, view.value]).toEqual(['none', '']);
    expect(await view.save()).toBe(true);
  });
  it('show why they cannot be read', async () => {
    const { port, session } = await setup();
    const view = new AttributesState(session);
    view.key = 'shop.order';
    port.refuseNext('get_attribute', 'wallet_closed');
    await view.read();
    expect(view.error).toBeDefined();
    expect(view.found).toBe('');
  });
});

describe('the accounts', () => {
  it('are summed, and Home says what lies in the others', async () => {
    const { session } = await setup();
    const { accounts, current } = session.book;
    const total = accounts.reduce((sum, { balance }) => sum + balance, 0n);
    expect(new AccountsState(session).total).toBe(total);
    expect(new Overview(session).elsewhere).toBe(total - current!.balance);
    expect(new Overview((await setup('empty')).session).elsewhere).toBe(0n);
  });
  it('that restoring has found have a number instead of the label of the engine', async () => {
    const { port, session } = await setup();
    port.accounts[1]!.label = 'Untitled account';
    await session.book.refresh();
    expect(labelsOf(session).account(1)).toBe('Account 2');
  });
  it('are created, named and given addresses', async () => {
    const { session } = await setup();
    const accounts = new AccountsState(session, 1);
    expect(accounts.shown).toBe(1);
    expect(accounts.addresses.map(({ index }) => index)).toEqual([3, 2, 1, 0]);
    accounts.name = ' Holidays ';
    await accounts.create();
    expect(accounts.shown).toBe(3);
    expect(labelsOf(session).account(3)).toBe('Holidays');
    accounts.name = 'Travel';
    await accounts.rename();
    expect(labelsOf(session).account(3)).toBe('Travel');
    await accounts.newAddress();
    expect(accounts.addresses).toHaveLength(2);
  });
  it("without a label are shown with the wallet's name or a number", async () => {
    const names = labelsOf((await setup()).session);
    expect(names.account(0)).toBe('Everyday');
    expect(names.account(7)).toBe('Account 8');
  });
});

describe('the development node', () => {
  const devnet = { daemon: 'http://127.0.0.1:1', control: 'http://127.0.0.1:2', nodes: [] };
  it('gives coins and mines blocks', async () => {
    const asked: [string, unknown][] = [];
    const faucet = new Faucet((url, { body }) => {
      asked.push([url, JSON.parse(body as string)]);
      return Promise.resolve(new Response('{"txid":"ab"}'));
    });
    expect([await faucet.coins(devnet, '4abc'), faucet.txid]).toEqual([true, 'ab']);
    expect(await faucet.mine(devnet, 3)).toBe(true);
    expect(asked).toEqual([
      ['http://127.0.0.1:2/faucet', { address: '4abc' }],
      ['http://127.0.0.1:2/mine', { blocks: 3 }],
    ]);
  });
  it('reports that the node does not answer', async () => {
    const faucet = new Faucet(() => Promise.reject(new Error('gone')));
    expect(await faucet.mine(devnet)).toBe(false);
    expect(faucet).toMatchObject({ failed: true, busy: '' });
  });
});

describe('the confirmation curves', () => {
  it('have ten curves that start at one point and spread', () => {
    const starts = Array.from({ length: 11 }, (_, k) =>
      Number(/M[-\d.]+,([\d.]+)/.exec(confirmationCurve(k))?.[1]),
    );
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(CURVES_HEIGHT * 0.05);
    const ends = Array.from({ length: 11 }, (_, k) => Number(/,([\d.]+)$/.exec(confirmationCurve(k))?.[1]));
    expect([...ends].sort((a, b) => a - b)).toEqual(ends);
    expect(curveFill()).toContain(`L${(CURVES_WIDTH * 1.01).toFixed(1)},-1`);
  });
});

describe('the search for missing coins', () => {
  it('widens the look-ahead with the password, then reads the chain again', async () => {
    const { port, session } = await setup();
    const wider = new WiderSearch(session);
    wider.width = 5000;
    expect([wider.addresses, wider.bytes]).toEqual([250_000, 10_000_000]);
    wider.password = 'nope';
    expect(await wider.start()).toBe(false);
    expect(wider.wrong).toContain('not the password');
    expect(port.calls.some(({ method }) => method === 'rescan_blockchain')).toBe(false);
    wider.password = 'correct horse';
    expect(await wider.start()).toBe(true);
    expect(wider.password).toBe('');
    expect(port.calls.find(({ params }) => params['password'] === 'correct horse')?.params).toMatchObject({
      major_idx: 50,
      minor_idx: 5000,
    });
    await expect.poll(() => port.calls.some(({ method }) => method === 'rescan_blockchain')).toBe(true);
  });
});

describe('reading the chain again', () => {
  const unreachable = { address: 'http://127.0.0.1:1' };
  type Port = Awaited<ReturnType<typeof setup>>['port'];
  /** Reads again, and does `meanwhile` as soon as the wallet was asked. */
  const readAnd = async (
    { port, session }: Awaited<ReturnType<typeof setup>>,
    meanwhile: (port: Port) => void,
  ) => {
    const count = () => port.calls.filter(({ method }) => method === 'rescan_blockchain').length;
    const before = count();
    const reading = readAgain(session);
    await expect.poll(count, { interval: 1 }).toBe(before + 1);
    meanwhile(port);
    await reading;
  };

  it('says from which block when coins and balance are as before', async () => {
    const { port, session } = await setup();
    await readAgain(session);
    expect(port.calls.some(({ method }) => method === 'rescan_blockchain')).toBe(true);
    expect(session.book.readAgain).toEqual({ from: 2_942_000 });
  });
  it('does not say so when the balance or the number of coins has changed', async () => {
    const page = await setup();
    await readAnd(page, ({ accounts }) => (accounts[1]!.addresses[0]!.balance += 1n));
    expect(page.session.book.readAgain).toBeUndefined();
    await readAnd(page, (port) => port.setStatus({ coins: page.session.status.coins + 1 }));
    expect(page.session.book.readAgain).toBeUndefined();
  });
  it('does not count as found what came before, and the page had not loaded yet', async () => {
    const { port, session } = await setup();
    port.accounts[1]!.addresses[0]!.balance += 1n;
    await readAgain(session);
    expect(session.book.readAgain).toEqual({ from: 2_942_000 });
  });
  it('keeps why it could not begin until it begins, or until the wallet is closed', async () => {
    const { port, session } = await setup();
    port.refuseNext('rescan_blockchain', 'node_unreachable', unreachable);
    await readAgain(session);
    expect(session.book.readAgain).toMatchObject({ error: { fault: 'node_unreachable' } });
    const reading = readAgain(session);
    expect(session.book.readAgain).toBeUndefined();
    await reading;
    port.refuseNext('rescan_blockchain', 'node_unreachable', unreachable);
    await readAgain(session);
    expect(session.book.readAgain).toMatchObject({ error: { fault: 'node_unreachable' } });
    await session.lock();
    expect(session.book.readAgain).toBeUndefined();
  });
  it('leaves it to the status when it is interrupted, and when the wallet was closed meanwhile', async () => {
    const page = await setup();
    const { port, session } = page;
    port.refuseNext('rescan_blockchain', 'node_unreachable', unreachable);
    await readAnd(page, () => port.setStatus({ height: 2_950_000, phase: 'waiting' }));
    expect(session.book.readAgain).toBeUndefined();
    port.refuseNext('rescan_blockchain', 'cancelled');
    const closed = readAgain(session);
    await session.lock();
    await closed;
    expect(session.book.readAgain).toBeUndefined();
  });
});

describe('access of programs on this site', () => {
  const form = (state: 'closed' | 'open' | 'login') => {
    const calls: unknown[] = [];
    const open = (login?: object) => Promise.resolve(void calls.push(login ?? 'everyone'));
    return { calls, form: new RpcAccessForm({ state, open, close: () => void calls.push('closed') }) };
  };

  it('is not saved with a login without a name or password, which the fields say', async () => {
    const { calls, form: it } = form('login');
    it.username = '';
    expect([it.wrongName, it.wrongPassword]).toEqual(['', '']);
    expect(await it.save()).toBe(false);
    expect([it.wrongName, it.wrongPassword]).toEqual([
      'The name is still missing.',
      'The password is still missing.',
    ]);
    it.username = 'a:b';
    it.password = 'secret';
    expect(await it.save()).toBe(false);
    expect([it.wrongName, it.wrongPassword]).toEqual(['No colon, quote or backslash.', '']);
    expect(calls).toEqual([]);
    it.username = 'monero';
    expect(await it.save()).toBe(true);
    expect(calls).toEqual([{ username: 'monero', password: 'secret' }]);
  });
  it('needs no login for everyone or for nobody', async () => {
    for (const [choice, call] of [
      ['open', 'everyone'],
      ['closed', 'closed'],
    ] as const) {
      const { calls, form: it } = form('login');
      it.choice = choice;
      expect(await it.save()).toBe(true);
      expect(calls).toEqual([call]);
    }
  });
});
