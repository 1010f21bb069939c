import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { TagsState } from '../../../src/ui/features/accounts/tags.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const tags = new TagsState(session);
  await tags.load();
  return { port, tags };
};

describe('tags of accounts', () => {
  it('have the sum of their accounts', async () => {
    const { tags } = await setup();
    expect(tags.all).toEqual([
      { name: 'Business', description: 'Sales and costs', accounts: [1], unlocked: 48_190_700_000_000n },
    ]);
    tags.edit(2);
    tags.use('Business');
    expect(await tags.save(2)).toBe(true);
    expect(tags.all[0]).toMatchObject({ accounts: [1, 2], unlocked: 253_190_700_000_000n });
  });
  it('filter the accounts, until the same tag is chosen again', async () => {
    const { tags } = await setup();
    expect(tags.accounts).toHaveLength(3);
    tags.choose('Business');
    expect(tags.accounts.map(({ index }) => index)).toEqual([1]);
    tags.choose('Business');
    expect(tags.accounts).toHaveLength(3);
  });
  it('are given with a description, which is sent only when it changes', async () => {
    const { port, tags } = await setup();
    tags.edit(0);
    expect([tags.name, tags.description]).toEqual(['', '']);
    tags.name = ' Family ';
    tags.description = 'Rent and food';
    await tags.save(0);
    expect(tags.tagOf(0)).toBe('Family');
    tags.edit(0);
    expect(tags.description).toBe('Rent and food');
    await tags.save(0);
    expect(port.calls.filter(({ method }) => method === 'set_account_tag_description')).toHaveLength(1);
  });
  it('show the description of a tag that is typed and known', async () => {
    const { tags } = await setup();
    tags.edit(0);
    tags.name = 'Business';
    tags.describe();
    expect(tags.description).toBe('Sales and costs');
  });
  it('are removed, and a filter by a tag that is gone ends', async () => {
    const { port, tags } = await setup();
    tags.choose('Business');
    expect(await tags.remove(1)).toBe(true);
    expect(port.calls.some(({ method }) => method === 'untag_accounts')).toBe(true);
    expect([tags.all, tags.chosen, tags.tagOf(1)]).toEqual([[], '', '']);
    expect(tags.accounts).toHaveLength(3);
  });
  it('keep what was typed when the wallet refuses', async () => {
    const { port, tags } = await setup();
    tags.edit(0);
    tags.name = 'Family';
    port.refuseNext('tag_accounts', 'account_index');
    expect(await tags.save(0)).toBe(false);
    expect(tags.name).toBe('Family');
    expect(tags.error).toBeDefined();
  });
});
