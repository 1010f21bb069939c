/** Addresses of every kind, with a network byte that Monero does not use. */
import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { formatAddress, parseAddress, type Address } from '../../src/protocol/address/address.ts';
import { decodeBase58, encodeBase58 } from '../../src/protocol/encoding/base58.ts';
import { faultOf } from '../support/faults.ts';
import { readVectorJson } from '../support/vectors.ts';

describe('featured addresses', () => {
  interface Featured {
    address: string;
    spend: string;
    view: string;
    payment_id?: number[];
  }
  const read = () => readVectorJson('monero-oxide', 'featured_addresses.json') as Featured[];

  it('are decoded from base58 exactly, with a good checksum and an unknown kind', () => {
    for (const { address: text, spend, view, payment_id: id } of read()) {
      const bytes = decodeBase58(text);
      expect(encodeBase58(bytes)).toBe(text);
      expect(toHex(bytes.subarray(1, 65))).toBe(spend + view);
      if (id) expect([...bytes.subarray(-12, -4)]).toEqual(id);
      expect(faultOf(() => parseAddress(text))).toEqual({ code: 'bad_address', reason: 'prefix' });
    }
  });

  it('of ordinary kinds are read with their keys', () => {
    for (const { spend, view, payment_id: id } of read()) {
      const keys = {
        spendPublic: asPublicKey(fromHex(spend)),
        viewPublic: asPublicKey(fromHex(view)),
        network: 'testnet' as const,
      };
      const value: Address = id
        ? { ...keys, kind: 'integrated', paymentId: Uint8Array.from(id) }
        : { ...keys, kind: 'standard' };
      expect(parseAddress(formatAddress(value))).toEqual(value);
    }
  });
});
