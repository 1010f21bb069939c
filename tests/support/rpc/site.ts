/** The fixture's wallet, and a web site that calls it. */
import type { Params, Result } from '../../../src/rpc/contract.ts';
import { openFixture, type RpcWallet } from './fixture.ts';

export const SHOP = 'https://shop.example';
type Ask = NonNullable<Result<'x_site_request'>['ask']>;
type Grants = NonNullable<Params<'x_site_answer'>['grants']>;
type Done = NonNullable<Result<'x_site_request'>['done']>;
type Fields = Readonly<Record<string, unknown>>;

export interface SiteFixture extends RpcWallet {
  /** The worker's answer to a request of the site. */
  readonly request: (method: string, params?: Fields, origin?: string) => Promise<Result<'x_site_request'>>;
  /** Result of a method that answers at once. */
  readonly result: (method: string, params?: Fields, origin?: string) => Promise<Fields>;
  /** Error of a method that answers at once. */
  readonly error: (method: string, params?: unknown, origin?: string) => Promise<NonNullable<Done['error']>>;
  readonly ask: (method: string, params?: Fields, origin?: string) => Promise<Ask>;
  /** Connects a site as the person would. */
  readonly connect: (wanted?: Fields, grants?: Grants, origin?: string) => Promise<Fields>;
}

export async function openSiteFixture(options?: Parameters<typeof openFixture>[0]): Promise<SiteFixture> {
  const rpc = await openFixture(options);
  const request = (method: string, params: unknown = {}, origin = SHOP) =>
    rpc.call('x_site_request', { origin, method, params: params as Fields });
  const ask = async (method: string, params?: Fields, origin?: string): Promise<Ask> =>
    present((await request(method, params, origin)).ask);
  return {
    ...rpc,
    request,
    result: async (method, params, origin) => present((await request(method, params, origin)).done?.result),
    error: async (method, params, origin) => present((await request(method, params, origin)).done?.error),
    ask,
    connect: async (wanted = {}, grants, origin) => {
      const { id } = await ask('monero_requestPermissions', wanted, origin);
      const { result } = await rpc.call('x_site_answer', { id, approve: true, ...(grants && { grants }) });
      return present(result);
    },
  };
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the site got another kind of answer');
  return value;
};
