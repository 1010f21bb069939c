/** The calls of the light-wallet protocol that a view key opens. */
import type { LightNode } from '../../nodejs/light-node.ts';
import type { LightAccount } from './accounts.ts';
import { addressInfo, addressTxs, unspentOuts } from './answers.ts';
import { MOST_ADDRESSES, requireTable } from './address-table.ts';
import type { Keeper } from './keeper.ts';
import { LightError } from './light-error.ts';
import { toWire, type SubaddressRanges, type WireRanges } from './ranges.ts';
import {
  amountOf,
  credentialsOf,
  flagOf,
  lookaheadOf,
  numberOf,
  rangesOf,
  type Credentials,
  type LightRequest,
} from './requests.ts';

interface Options {
  readonly keeper: Keeper;
  readonly node: Pick<LightNode, 'checkKeys' | 'fees' | 'tip'>;
}
type Answer = (request: LightRequest) => Promise<object>;

/** Tokens that a wrong view key costs (limits.ts). */
const WRONG_KEY = 10;
/** The number of addresses that provision_subaddrs adds to an account when the request does not say. */
const DEFAULT_MINORS = 500;

export function createAccountCalls({ keeper, node }: Options) {
  /** Throws LightError: 400 without credentials, 403 when they open no account. */
  const check = (
    request: LightRequest,
  ): { readonly credentials: Credentials; readonly account: LightAccount } => {
    const credentials = checkKeys(node, request);
    return { credentials, account: visible(keeper.find(credentials.address)) };
  };
  /** Answers with what the wallet of the account has read. */
  const read =
    (answer: typeof addressInfo | typeof addressTxs): Answer =>
    async (request) => {
      const { account, credentials } = check(request);
      return answer(account, await (await keeper.session(credentials)).view());
    };
  const addSubaddresses = async (
    request: LightRequest,
    more: (known: SubaddressRanges) => readonly WireRanges[],
  ): Promise<object> => {
    const { fresh, all } = await keeper.addSubaddresses(check(request).credentials, more);
    const wantsAll = flagOf(request, 'get_all', true);
    return { new_subaddrs: toWire(fresh), ...(wantsAll && { all_subaddrs: toWire(all) }) };
  };
  const upsert: Answer = async (request) => {
    const ranges = rangesOf(request);
    return addSubaddresses(request, () => ranges);
  };
  const subaddresses: Answer = (request) =>
    Promise.resolve({ all_subaddrs: toWire(check(request).account.ranges), max_subaddrs: MOST_ADDRESSES });
  return {
    check,
    login: (request: LightRequest) => login(keeper, node, request),
    importRequest: (request: LightRequest) => importRequest(keeper, check(request), request),
    info: read(addressInfo),
    transactions: read(addressTxs),
    unspent: async (request: LightRequest): Promise<object> => {
      const { account, credentials } = check(request);
      const dust = flagOf(request, 'use_dust') ? 0n : amountOf(request, 'dust_threshold', 0n);
      const wanted = { amount: amountOf(request, 'amount'), mixin: numberOf(request, 'mixin', 0), dust };
      const found = unspentOuts(account, await (await keeper.session(credentials)).view(), wanted);
      if (!found) throw new LightError(400, 'The account has received less than this amount');
      const { levels, mask } = await node.fees();
      return { per_byte_fee: String(levels[0]), fee_mask: String(mask), fees: levels, ...found };
    },
    subaddresses,
    provision: async (request: LightRequest) => addSubaddresses(request, provisioning(request)),
    upsert,
  };
}

const checkKeys = (node: Options['node'], request: LightRequest): Credentials => {
  const credentials = credentialsOf(request);
  const found = node.checkKeys(credentials.address, credentials.viewKey);
  if (found === 'bad_address') throw new LightError(400, 'This is not a main address of Monero');
  if (found !== 'right') throw new LightError(403, 'There is no such account', WRONG_KEY);
  return credentials;
};

/** Hidden accounts, and those that wait for the administrator, are not answered. */
const visible = (account: LightAccount | undefined): LightAccount => {
  if (account?.status !== 'active' && account?.status !== 'inactive')
    throw new LightError(403, 'There is no such account');
  return account;
};

const login = async (keeper: Keeper, node: Options['node'], request: LightRequest): Promise<object> => {
  const credentials = checkKeys(node, request);
  const wants = flagOf(request, 'create_account');
  const generatedLocally = flagOf(request, 'generated_locally');
  const lookahead = lookaheadOf(request);
  const known = keeper.find(credentials.address);
  if (known) return { new_address: false, ...loginAnswer(visible(known)) };
  if (!wants) throw new LightError(403, 'There is no such account');
  requireTable(lookahead.maj_i, lookahead.min_i);
  const { height } = await node.tip();
  const account = await keeper.create(credentials, { generatedLocally, height, lookahead });
  return { new_address: true, ...loginAnswer(account) };
};

const loginAnswer = ({ generatedLocally, start, lookahead }: LightAccount): object => ({
  generated_locally: generatedLocally,
  start_height: start,
  lookahead,
});

const importRequest = async (
  keeper: Keeper,
  { credentials: { address } }: { readonly credentials: Credentials },
  request: LightRequest,
): Promise<object> => {
  const from = numberOf(request, 'from_height', 0);
  const lookahead = lookaheadOf(request);
  requireTable(lookahead.maj_i, lookahead.min_i);
  const outcome = await keeper.wantRescan(address, from, lookahead);
  const account = visible(keeper.find(address));
  const fulfilled = account.wanted === undefined;
  return {
    import_fee: '0',
    new_request: outcome === 'new',
    request_fulfilled: fulfilled,
    status: fulfilled ? 'Approved' : 'Waiting for approval',
    lookahead: account.lookahead,
  };
};

/**
 * The ranges that provision_subaddrs asks for: for each of `n_maj` accounts from `maj_i` on, the next `n_min` addresses from `min_i`
 * on that are not in the account yet, so that two clients do not get the same ones.
 */
const provisioning = (request: LightRequest): ((known: SubaddressRanges) => readonly WireRanges[]) => {
  const named = ['maj_i', 'min_i', 'n_maj', 'n_min'].some((name) => Object.hasOwn(request, name));
  if (!named) throw new LightError(400, 'Name at least one of maj_i, min_i, n_maj and n_min');
  const [major, minor] = [numberOf(request, 'maj_i', 0), numberOf(request, 'min_i', 0)];
  const majors = numberOf(request, 'n_maj', 1);
  const minors = numberOf(request, 'n_min', DEFAULT_MINORS);
  if (majors * minors > MOST_ADDRESSES) throw new LightError(409, 'These are too many addresses');
  if (minors === 0) return () => [];
  return (known) =>
    Array.from({ length: majors }, (_, i) => {
      const first = nextFree(known, major + i, minor);
      return { key: major + i, value: [[first, first + minors - 1] as const] };
    });
};

/** The first minor index from `minor` on behind all that the account has. */
const nextFree = (ranges: SubaddressRanges, major: number, minor: number): number =>
  (ranges[major] ?? []).reduce((first, [, last]) => Math.max(first, last + 1), minor);
