/** Several wallets in one server: who reaches which, and when their pages start and end. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/server/files/folder.ts';
import { oneWallet } from '../../../src/server/files/one-wallet.ts';
import { createRpcServer } from '../../../src/server/http/server.ts';
import { readLogins } from '../../../src/server/flags/wallet-logins.ts';
import { createWallets } from '../../../src/server/wallets.ts';
import { authorization, readChallenge } from '../../../src/daemon/digest.ts';
import { createLogin, type LoginCheck } from '../../../src/transport/http-login.ts';
import { settled } from '../../support/settled.ts';

type Page = Awaited<ReturnType<Parameters<typeof createWallets>[0]['open']>>;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
let nonces = 0;
const loginOf = (username: string, password: string): LoginCheck =>
  createLogin({ username, password, md5, nonce: () => `nonce ${++nonces}` });
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Wallets `a` and `b`; each page answers with its name and which of its starts it is. */
const setUp = ({ names = ['a', 'b'], fails = 0 } = {}) => {
  const log: string[] = [];
  const said: string[] = [];
  const crash = new Map<string, (why: string) => void>();
  const stopWallet = new Map<string, () => void>();
  let failures = fails;
  let starting = 0;
  let starts = 0;
  const open = async (name: string, ended: () => void): Promise<Page> => {
    log.push(`start ${name}`);
    starting += 1;
    expect(starting).toBe(1);
    await settled();
    starting -= 1;
    if (failures-- > 0) throw new Error('no browser');
    const start = ++starts;
    stopWallet.set(name, ended);
    return {
      ask: (envelope) => Promise.resolve(`${name} ${start} ${envelope}`),
      request: (envelope) => Promise.resolve(`all rights: ${name} ${start} ${envelope}`),
      status: () => Promise.reject(new Error('not asked')),
      close: () => Promise.resolve(log.push(`close ${name}`)),
      stop: () => Promise.resolve(void log.push(`stop ${name}`)),
      endedByItself: new Promise((resolve) => crash.set(name, resolve)),
    };
  };
  const wallets = createWallets({
    logins: new Map(names.map((name) => [name, loginOf(name, `secret of ${name}`)])),
    noLogin: loginOf('none', 'random'),
    open,
    say: (line) => said.push(line),
  });
  const ask = (name: string): Promise<string> => wallets.route(`/wallet/${name}/json_rpc`).ask('?');
  return { wallets, ask, log, said, crash, stopWallet };
};

describe('the page of a wallet', () => {
  it('starts with the first call, one page after the other, and answers all further calls', async () => {
    const { ask, log, wallets } = setUp();
    expect(wallets.watched()).toEqual([]);
    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['a 1 ?', 'b 2 ?', 'a 1 ?']);
    expect(log).toEqual(['start a', 'start b']);
    expect(wallets.watched().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  // threat: other-wallets
  it('starts again after stop_wallet and after a crash, when the old one has given back its files', async () => {
    const { ask, log, stopWallet, crash, said } = setUp();
    await ask('a');
    await ask('b');
    stopWallet.get('a')!();
    expect(await ask('a')).toBe('a 3 ?');
    expect(log).toEqual(['start a', 'start b', 'stop a', 'start a']);
    crash.get('b')!('the page crashed');
    await settled();
    expect(said).toEqual(['b: the page crashed']);
    expect(await ask('b')).toBe('b 4 ?');
    expect(await ask('a')).toBe('a 3 ?');
  });

  it('is asked with all rights only while it runs', async () => {
    const { ask, log, wallets, stopWallet } = setUp();
    expect(await wallets.request('a', '?')).toBeUndefined();
    expect(log).toEqual([]);
    await ask('a');
    expect(await wallets.request('a', '?')).toBe('all rights: a 1 ?');
    expect(await wallets.request('b', '?')).toBeUndefined();
    stopWallet.get('a')!();
    expect(await wallets.request('a', '?')).toBeUndefined();
  });

  it('that does not start fails its calls, and the next call tries again', async () => {
    const { ask } = setUp({ fails: 1 });
    await expect(ask('a')).rejects.toThrow('no browser');
    expect(await ask('a')).toBe('a 1 ?');
  });

  it('is closed at the end of the server, and no other starts', async () => {
    const { wallets, ask, log } = setUp();
    await ask('a');
    const late = ask('b').catch(() => undefined);
    await wallets.close();
    await wallets.stop();
    await late;
    expect(log.filter((line) => line.endsWith(' a'))).toEqual(['start a', 'close a', 'stop a']);
    await expect(ask('a')).rejects.toThrow('the server ends');
  });
});

describe('a caller with the login of one wallet', () => {
  const start = async () => {
    const { wallets, log } = setUp();
    const server = createRpcServer({ route: wallets.route, port: 0, ip: '127.0.0.1', origins: [] });
    const port = await server.listen();
    stops.push(() => server.stop());
    const call = async (path: string, username: string, password: string): Promise<string> => {
      const url = `http://127.0.0.1:${port}${path}`;
      const { headers } = await fetch(url, { method: 'POST', body: '!' });
      const challenge = readChallenge(headers.get('www-authenticate') ?? '');
      if (!challenge) return 'no challenge';
      const request = { method: 'POST', uri: path, count: 1, cnonce: 'c' };
      const header = authorization({ username, password }, challenge, request);
      const answer = await fetch(url, { method: 'POST', body: '!', headers: { Authorization: header } });
      return answer.status === 200 ? answer.text() : String(answer.status);
    };
    return { call, log };
  };

  // threat: other-wallets
  it('reaches that wallet, and no other', async () => {
    const { call, log } = await start();
    expect(await call('/wallet/a/json_rpc', 'a', 'secret of a')).toBe('a 1 !');
    expect(await call('/wallet/b/json_rpc', 'a', 'secret of a')).toBe('401');
    expect(await call('/wallet/a/json_rpc', 'a', 'secret of b')).toBe('401');
    expect(await call('/wallet/a/json_rpc', 'b', 'secret of b')).toBe('401');
    expect(log).toEqual(['start a']);
  });

  it.each([
    '/json_rpc',
    '/wallet/c/json_rpc',
    '/wallet//json_rpc',
    '/wallet/a/json_rpc/',
    '/wallet/a%2f/json_rpc',
    '/wallet/%61/json_rpc',
    '/wallet/A/json_rpc',
    '/wallet/a.background/json_rpc',
    '/wallet/__proto__/json_rpc',
    '/WALLET/b/json_rpc',
  ])('does not reach %s, and does not learn whether it exists', async (path) => {
    const { call } = await start();
    expect(await call(path, 'a', 'secret of a')).toBe('401');
  });

  it('cannot use an answer to the challenge of one wallet for another that has the same login', () => {
    const [one, other] = [loginOf('same', 'same'), loginOf('same', 'same')];
    const challenge = readChallenge(one.check('POST', undefined)![0]!)!;
    const request = { method: 'POST', uri: '/wallet/a/json_rpc', count: 1, cnonce: 'c' };
    const header = authorization({ username: 'same', password: 'same' }, challenge, request);
    expect(other.check('POST', header)).toBeDefined();
    expect(one.check('POST', header)).toBeUndefined();
  });
});

describe('the folder of one wallet', () => {
  const emptyDir = (): string => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-one-wallet-'));
    stops.push(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  };
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  // threat: other-wallets
  it('has its files and those of its copy for background reading, and no others', async () => {
    const dir = emptyDir();
    const all = openFolder(dir);
    for (const name of ['a', 'a.background', 'a.b', 'b']) {
      await all.claim(name);
      await all.write(name, { cache: bytes(name), keys: bytes('keys') });
      await all.release(name);
    }
    const { folder } = oneWallet(openFolder(dir), 'a');
    expect((await folder.list()).toSorted()).toEqual(['a', 'a.background']);
    expect((await folder.read('a'))?.cache).toEqual(Uint8Array.from(Buffer.from('a')));
    expect(await folder.claim('a.background')).toBe(true);
    for (const other of ['b', 'a.b', 'A', '../a', ''])
      for (const call of [
        () => folder.read(other),
        () => folder.write(other, { keys: bytes('stolen') }),
        () => folder.append(other, 0, bytes('stolen')),
        () => folder.remove(other),
        () => folder.claim(other),
        () => folder.confirm!(other),
        () => folder.release(other),
        () => folder.remember(other, 'x'),
      ])
        await expect(call()).rejects.toThrow('EACCES');
    await expect(folder.confirm!('a.background')).resolves.toBeUndefined();
    await expect(folder.confirm!('a')).rejects.toThrow('ELOCKLOST');
    expect((await all.read('b'))?.keys).toEqual(Uint8Array.from(Buffer.from('keys')));
  });

  it('gives back what a crashed page had claimed', async () => {
    const dir = emptyDir();
    const { folder, releaseAll } = oneWallet(openFolder(dir), 'a');
    expect(await folder.claim('a')).toBe(true);
    const next = openFolder(dir);
    expect(await next.claim('a')).toBe(false);
    await releaseAll();
    expect(await next.claim('a')).toBe(true);
    await next.release('a');
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('the file of --wallet-logins', () => {
  it('has a wallet in each line, with its login', () => {
    const text = '# shops\r\n\nshop-1 me:se:cret word\n  shop_2\tyou:x  \n';
    expect([...readLogins(text)]).toEqual([
      ['shop-1', { username: 'me', password: 'se:cret word' }],
      ['shop_2', { username: 'you', password: 'x  ' }],
    ]);
  });
  it.each([
    ['', 'names no wallet'],
    ['a', 'it must be NAME USER:PASSWORD'],
    ['a me:', 'after the name it needs USER:PASSWORD'],
    ['a :x', 'after the name it needs USER:PASSWORD'],
    ['../a me:x', 'it must be NAME USER:PASSWORD'],
    ['a.background me:x', 'it must be NAME USER:PASSWORD'],
    ['a/b me:x', 'it must be NAME USER:PASSWORD'],
    ['a me:x\na you:y', 'line 2: this wallet has a login already'],
    ['a me:x\nA you:y', 'line 2: this wallet has a login already'],
  ])('is refused, without telling what it contains: %j', (text, why) => {
    expect(() => readLogins(text)).toThrow(why);
    expect(() => readLogins(text)).not.toThrow(/me:|you:/);
  });
});
