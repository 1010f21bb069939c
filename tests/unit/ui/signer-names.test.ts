import { describe, expect, it } from 'vitest';
import { RpcError, type Client } from '../../../src/client/client.ts';
import { SignerNames } from '../../../src/ui/features/multisig/signer-names.svelte.ts';

const [ANNA, BEN] = ['77cbfa01', 'a0b1c2d3'];

const setup = () => {
  const attributes = new Map<string, string>();
  const wallet = { broken: false };
  const call = (method: string, { key, value = '' }: { readonly key: string; readonly value?: string }) => {
    if (wallet.broken) return Promise.reject(new RpcError(-1, 'disk full', { fault: 'storage_full' }));
    if (method === 'set_attribute') return Promise.resolve(void attributes.set(key, value));
    const found = attributes.get(key);
    return found === undefined
      ? Promise.reject(new RpcError(-45, 'not found', { fault: 'attribute_not_found' }))
      : Promise.resolve({ value: found });
  };
  const open = () => new SignerNames({ call } as unknown as Client);
  return { open, wallet };
};

describe('names of signers', () => {
  it('are kept in the wallet, and stand in place of a part of the key', async () => {
    const { open } = setup();
    const names = open();
    expect(await names.load([ANNA, BEN])).toBe(true);
    expect(names.of(ANNA)).toBe('Signer 77cbfa');
    await names.save(ANNA, ' Anna ');
    const again = open();
    await again.load([ANNA, BEN]);
    expect([again.of(ANNA), again.of(BEN)]).toEqual(['Anna', 'Signer a0b1c2']);
    await again.save(ANNA, '');
    expect(again.of(ANNA)).toBe('Signer 77cbfa');
  });
  it('that cannot be kept are an error, and the one before stays', async () => {
    const { open, wallet } = setup();
    const names = open();
    await names.load([ANNA]);
    wallet.broken = true;
    expect(await names.save(ANNA, 'Anna')).toBe(false);
    expect(names.error).toMatchObject({ fault: 'storage_full' });
    expect(names.of(ANNA)).toBe('Signer 77cbfa');
  });
});
