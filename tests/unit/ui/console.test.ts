import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ConsoleState } from '../../../src/ui/features/console/console.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const clock = { now: 0 };
  // Each look at the clock is a second later, unless a test sets the time.
  const commands = new ConsoleState(session, () => (clock.now += 1000));
  return { port, session, clock, commands };
};
const called = (port: FakePort, method: string): number =>
  port.calls.filter((call) => call.method === method).length;
const PAYMENT = { destinations: '[{"amount": 250000000000, "address": "8chd4T"}]' };

describe('the console', () => {
  it('finds methods by name and by what they do', async () => {
    const { commands } = await setup();
    commands.query = 'get_balance';
    expect(commands.found[0]?.name).toBe('get_balance');
    commands.query = 'mnemonic view_key';
    expect(commands.found.map(({ name }) => name)).toEqual(['query_key']);
    commands.query = 'no such thing';
    expect(commands.found).toEqual([]);
  });
  it('calls a method and shows the answer with exact numbers', async () => {
    const { commands } = await setup();
    commands.choose('get_balance');
    commands.form!.texts['account_index'] = '1';
    await commands.run();
    expect(commands.answer).toContain('"unlocked_balance": 48190700000000');
    expect(commands.answer).toContain('"balance": 18494934773709551');
  });
  it('does not show an answer, nor a refusal, when another parameter is typed before it comes', async () => {
    const { port, commands } = await setup();
    commands.choose('get_balance');
    for (const refused of [false, true]) {
      if (refused) port.refuseNext('get_balance', 'storage_full');
      const running = commands.run();
      commands.form!.texts['account_index'] = '1';
      commands.changed();
      await running;
      expect([commands.answer, commands.error, commands.busy]).toEqual(['', undefined, false]);
    }
    expect(commands.log.calls.map(({ failed }) => failed)).toEqual([true, false]);
    await commands.run();
    expect(commands.answer).toContain('"unlocked_balance": 48190700000000');
  });
  it('shows a refusal as a program gets it', async () => {
    const { commands } = await setup();
    commands.choose('set_account_tag_description');
    commands.form!.texts['tag'] = 'none';
    await commands.run();
    expect(commands.answer).toBe('');
    expect(JSON.parse(commands.wireError)).toMatchObject({ code: -1, data: { fault: 'unknown_tag' } });
    commands.changed();
    expect(commands.wireError).toBe('');
  });
  it('says plainly that a call was refused whose fault has no sentence for people', async () => {
    const { port, commands } = await setup();
    port.refuseNext('get_version', 'count_mismatch');
    commands.choose('get_version');
    await commands.run();
    expect(commands.refusedPlainly).toBe(true);
    port.refuseNext('get_version', 'no_node');
    await commands.run();
    expect(commands.refusedPlainly).toBe(false);
  });
  it('calls nothing while a field is wrong', async () => {
    const { port, commands } = await setup();
    commands.choose('get_balance');
    commands.form!.texts['account_index'] = 'first';
    await commands.run();
    expect(called(port, 'get_balance')).toBe(0);
    expect(commands.form!.wrong['account_index']).not.toBe('');
  });
  it('sends money at the second press only, and asks again after a change', async () => {
    const { port, commands, clock } = await setup();
    commands.choose('transfer');
    commands.form!.texts = { ...PAYMENT };
    await commands.run();
    expect(commands.effect).toContain('0.25');
    commands.changed();
    expect(commands.effect).toBe('');
    await commands.run();
    expect(called(port, 'transfer')).toBe(0);
    // The second half of a double click.
    clock.now -= 900;
    await commands.run();
    expect(called(port, 'transfer')).toBe(0);
    await commands.run();
    expect(called(port, 'transfer')).toBe(1);
    expect(commands.effect).toBe('');
    expect(commands.answer).toContain('tx_hash');
  });
  // threat: own-lookups
  it('asks the node about a transaction at the second press only', async () => {
    const { port, commands } = await setup();
    commands.choose('x_transaction');
    commands.form!.texts['txid'] = 'ab'.repeat(32);
    await commands.run();
    expect(commands.effect).toContain('The node learns that');
    expect(called(port, 'x_transaction')).toBe(0);
    await commands.run();
    expect(called(port, 'x_transaction')).toBe(1);
  });
  it('shows keys after the right password only, and keeps neither', async () => {
    const { port, commands } = await setup();
    commands.choose('query_key');
    commands.form!.texts['key_type'] = 'view_key';
    expect(commands.asksPassword).toBe(true);
    commands.password = 'wrong';
    await commands.run();
    expect(commands.wrongPassword).toContain('not the password');
    expect(called(port, 'query_key')).toBe(0);
    commands.password = 'correct horse';
    await commands.run();
    expect(commands.answer).toContain('"key"');
    expect(commands.password).toBe('');
    expect(commands.log.calls.map(({ method, params }) => [method, params])).toEqual([
      ['query_key', undefined],
    ]);
    commands.leave();
    expect(commands.answer).toBe('');
  });
  it('lists the last calls for another screen, and makes one again', async () => {
    const { port, session, commands } = await setup();
    commands.choose('get_balance');
    commands.form!.texts['account_index'] = '2';
    await commands.run();
    const later = new ConsoleState(session);
    expect(later.log.calls).toHaveLength(1);
    await later.again(later.log.calls[0]!);
    expect(port.calls.at(-1)).toEqual({ method: 'get_balance', params: { account_index: 2 } });
    expect(later.log.calls).toHaveLength(2);
  });
  it('asks again before a payment is made once more', async () => {
    const { port, commands } = await setup();
    commands.choose('transfer');
    commands.form!.texts = { ...PAYMENT };
    await commands.run();
    await commands.run();
    await commands.again(commands.log.calls[0]!);
    expect(called(port, 'transfer')).toBe(1);
    expect(commands.effect).not.toBe('');
  });
  it('forgets the calls when the wallet is closed, and follows it', async () => {
    const { session, commands } = await setup();
    commands.choose('get_version');
    await commands.run();
    commands.choose('close_wallet');
    await commands.run();
    await commands.run();
    expect(session.open).toBe(false);
    expect(new ConsoleState(session).log.calls).toEqual([]);
  });
  it('fills in an example with an address of the wallet', async () => {
    const { session, commands } = await setup();
    commands.choose('transfer');
    commands.useExample();
    expect(commands.form!.texts['destinations']).toContain(session.book.addresses.at(0, 0)!.address);
    commands.choose('get_version');
    expect(commands.example).toBeUndefined();
  });
});
