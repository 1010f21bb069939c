import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlFor, shellQuote } from '../../../src/ui/features/console/curl.ts';
import { effectOf } from '../../../src/ui/features/console/effects.ts';
import { exampleOf } from '../../../src/ui/features/console/examples.ts';
import { MethodForm } from '../../../src/ui/features/console/form.svelte.ts';
import { METHODS, type ConsoleMethod } from '../../../src/ui/features/console/methods.gen.ts';
import { parametersOf } from '../../../src/ui/features/console/parameters.ts';
import { answersSecrets, needsPassword, takesSecrets } from '../../../src/ui/features/console/secrets.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { readShape, type Shape } from '../../../src/rpc/schema.ts';

const NAMES = Object.keys(METHODS) as ConsoleMethod[];
const parameter = (method: ConsoleMethod, name: string) =>
  parametersOf(METHODS[method]).find((each) => each.name === name)!;

describe('the parameters of a method', () => {
  it.each(NAMES)('of %s are those of its schema', (method) => {
    const { params } = registry[method] as { params: Shape };
    expect(parametersOf(METHODS[method]).map(({ name, type }) => [name, type])).toEqual(
      Object.entries(params).map(([name, { type }]) => [name, type]),
    );
  });
  it('are entered by their type', () => {
    expect(parametersOf(METHODS.transfer).map(({ name, kind }) => `${name} ${kind}`)).toEqual(
      expect.arrayContaining([
        'destinations json',
        'account_index number',
        'subaddr_indices list',
        'payment_id text',
        'do_not_relay yes',
      ]),
    );
    expect(parameter('make_uri', 'amount').kind).toBe('amount');
    expect(parameter('open_wallet', 'password').kind).toBe('secret');
    expect(parameter('label_address', 'index').kind).toBe('json');
    expect(parameter('get_balance', 'account_index').kind).toBe('number');
  });
  it('name their defaults, and which of them are needed', () => {
    expect(parameter('create_address', 'count').fallback).toBe('1');
    expect(parameter('set_daemon', 'ssl_support').fallback).toBe('autodetect');
    const needed = parametersOf(METHODS.transfer).filter((each) => each.needed);
    expect(needed.map(({ name }) => name)).toEqual(['destinations']);
    expect(parameter('get_accounts', 'tag').needed).toBe(false);
    expect(parameter('tag_accounts', 'tag').needed).toBe(true);
  });
});

describe('the list of methods', () => {
  it('leaves out those for the page alone', () => {
    const methods = Object.values(registry as unknown as Record<string, AnyMethod>);
    const pageOnly = methods.filter((method) => method.pageOnly).map(({ name }) => name);
    expect(pageOnly.filter((name) => name in METHODS)).toEqual([]);
  });
});

describe('the form of a method', () => {
  it('leaves out what has no text, and reads numbers exactly', () => {
    const form = new MethodForm(METHODS.make_uri);
    form.texts = { address: '4abc', amount: '18446744073709551615', tx_description: '' };
    expect(form.read()).toEqual({ address: '4abc', amount: 18_446_744_073_709_551_615n });
  });
  it('sends a tick only where it is not the default', () => {
    const form = new MethodForm(METHODS.open_wallet);
    form.texts = { filename: 'x', autosave_current: 'true' };
    expect(form.read()).toEqual({ filename: 'x' });
    form.texts['autosave_current'] = 'false';
    expect(form.read()).toEqual({ filename: 'x', autosave_current: false });
  });
  it('reads lists by lines and objects as JSON', () => {
    const form = new MethodForm(METHODS.transfer);
    form.texts = {
      destinations: '[{"amount": 9007199254740993, "address": "4abc"}]',
      subaddr_indices: '1\n\n 2 ',
    };
    expect(form.read()).toEqual({
      destinations: [{ amount: 9_007_199_254_740_993n, address: '4abc' }],
      subaddr_indices: [1, 2],
    });
  });
  it.each([
    ['account_index', '1.5', 'whole number'],
    ['account_index', '4294967296', 'between 0 and 4294967295'],
    ['account_index', '-1', 'between 0'],
    ['subaddr_indices', '1\nx', 'whole number'],
    ['destinations', '[{', 'not valid JSON'],
    ['destinations', '{}', 'must be a list'],
  ])('says at %s what is wrong with %s, and keeps it', (name, text, why) => {
    const form = new MethodForm(METHODS.transfer);
    form.texts = { [name]: text };
    expect(form.read()).toBeUndefined();
    expect(form.wrong[name]).toContain(why);
    expect(form.texts[name]).toBe(text);
    form.changed();
    expect(form.wrong).toEqual({});
  });
  it('changes to JSON and back without loss', () => {
    const form = new MethodForm(METHODS.make_uri);
    form.texts = { address: '4abc', amount: '18446744073709551615' };
    form.setRaw(true);
    expect(form.raw).toBe(true);
    expect(form.json).toContain('"amount": 18446744073709551615');
    form.json = form.json.replace('4abc', '8def');
    form.setRaw(false);
    expect(form.raw).toBe(false);
    expect(form.texts).toEqual({ address: '8def', amount: '18446744073709551615' });
  });
  it('stays with JSON that the fields cannot show, and says why', () => {
    const form = new MethodForm(METHODS.make_uri);
    form.setRaw(true);
    form.json = '{"colour": "red"}';
    form.setRaw(false);
    expect(form.raw).toBe(true);
    expect(form.wrongJson).toContain('“colour”');
    form.json = '[1]';
    expect(form.read()).toBeUndefined();
    expect(form.wrongJson).toContain('object');
    form.json = '';
    expect(form.read()).toEqual({});
  });
  it('is filled with parameters, as JSON if a field cannot show one', () => {
    const form = new MethodForm(METHODS.transfer);
    form.fill({ account_index: 2 });
    expect([form.raw, form.texts]).toEqual([false, { account_index: '2' }]);
    form.fill({ account_index: { odd: true } });
    expect(form.raw).toBe(true);
    expect(form.read()).toEqual({ account_index: { odd: true } });
  });
});

describe('the examples', () => {
  const examples = NAMES.flatMap((method) => {
    const params = exampleOf(METHODS[method], '4abc');
    return params ? [[method, params] as const] : [];
  });
  it.each(examples)('of %s fit its schema and its form', (method, params) => {
    const { params: shape } = registry[method] as { params: Shape };
    expect(() => readShape(shape, params)).not.toThrow();
    const form = new MethodForm(METHODS[method]);
    form.fill(params);
    expect(form.raw).toBe(false);
  });
  it('never send', () => {
    for (const [method, params] of examples) expect(effectOf(METHODS[method], params)).toBe('');
  });
});

describe('a call as a command', () => {
  it.each(["it's", '$(id) `id` "x" \\ !', "''", 'a\nb', 'ü €'])('keeps %j as one word of a shell', (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' })).toBe(text);
  });
  it('has method and parameters, with exact numbers', () => {
    const command = curlFor('make_uri', { address: "4'x", amount: 18_446_744_073_709_551_615n });
    const printed = execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\n'")], {
      encoding: 'utf8',
    });
    expect(printed).toContain(
      `{"jsonrpc":"2.0","id":"0","method":"make_uri","params":{"address":"4'x","amount":18446744073709551615}}`,
    );
    expect(printed).toContain('http://127.0.0.1:18082/json_rpc');
  });
  it('contains no secret', () => {
    const command = curlFor('x_set_nodes', { nodes: [{ address: 'a', password: 'hush' }], password: 'hush' });
    expect(command).not.toContain('hush');
    expect(command).toContain('"password":"<password>"');
  });
});

describe('secrets', () => {
  it('are marked wherever a field has one', () => {
    expect(NAMES.filter((name) => answersSecrets(METHODS[name]))).toEqual(
      expect.arrayContaining(['query_key', 'get_tx_key', 'x_make_seed', 'x_export_file', 'transfer']),
    );
    expect(NAMES.filter((name) => takesSecrets(METHODS[name]))).toEqual(
      expect.arrayContaining(['open_wallet', 'restore_deterministic_wallet', 'x_set_nodes', 'x_check_seed']),
    );
    for (const harmless of ['get_balance', 'get_transfers', 'get_version', 'validate_address'] as const)
      expect([takesSecrets(METHODS[harmless]), answersSecrets(METHODS[harmless])]).toEqual([false, false]);
  });
  it('are marked for every field that sounds like one', () => {
    const suspicious = /\b(\w*(?:password|seed|secret|mnemonic|spendkey|viewkey|passphrase)\w*): string/;
    for (const method of NAMES) {
      const { takes, gives } = METHODS[method];
      if (suspicious.test(takes)) expect([method, takesSecrets(METHODS[method])]).toEqual([method, true]);
      if (suspicious.test(gives)) expect([method, answersSecrets(METHODS[method])]).toEqual([method, true]);
    }
  });
  it('of the wallet are behind its password', () => {
    expect(needsPassword(METHODS.query_key, {})).toBe(true);
    expect(needsPassword(METHODS.get_tx_key, {})).toBe(true);
    expect(needsPassword(METHODS.transfer, { get_tx_key: true })).toBe(true);
    expect(needsPassword(METHODS.transfer, {})).toBe(false);
  });
});

describe('what cannot be taken back', () => {
  it('is said with amount, number of addresses and account', () => {
    const destinations = [
      { address: 'a', amount: 250_000_000_000 },
      { address: 'b', amount: 1_000_000_000_000n },
    ];
    expect(effectOf(METHODS.transfer, { destinations, account_index: 1 })).toBe(
      'This sends 1.25\u00a0XMR and the fee from account 1 to 2 addresses. It goes out at once and without a review. It cannot be taken back.',
    );
  });
  it('is said of every method that sends or removes', () => {
    const methods = ['sweep_all', 'sweep_single', 'sweep_dust', 'relay_tx', 'submit_transfer'] as const;
    const others = ['submit_multisig', 'x_send_prepared', 'x_delete_wallet', 'rescan_blockchain'] as const;
    for (const method of [...methods, ...others]) expect(effectOf(METHODS[method], {})).not.toBe('');
  });
  it('is not said of payments that are only built, nor of questions', () => {
    const asText = [{ address: 'x', amount: '5000000000000' }];
    expect(effectOf(METHODS.transfer, { destinations: asText })).toContain('sends 5.00\u00a0XMR');
    expect(effectOf(METHODS.transfer, { do_not_relay: true })).toBe('');
    expect(effectOf(METHODS.get_balance, {})).toBe('');
  });
  it('includes another wallet being opened', () => {
    expect(METHODS.open_wallet.otherWallet === true).toBe(true);
    expect(METHODS.get_balance.otherWallet === true).toBe(false);
  });
});
