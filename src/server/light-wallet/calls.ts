/**
 * The calls of the light-wallet protocol, by path. Upstream: src/rest_server.cpp of vtnerd/monero-lws. A call rejects with LightError; other errors
 * are those of the node.
 */
import type { LightNode } from '../../nodejs/light-node.ts';
import { createAccountCalls } from './account-calls.ts';
import type { Keeper } from './keeper.ts';
import { createNodeCalls, ringsOf, type LightNetwork } from './node-calls.ts';
import type { LightRequest } from './requests.ts';

export interface LightCall {
  readonly answer: (request: LightRequest) => Promise<object>;
  /** Bytes of the longest request. */
  readonly most: number;
  /** Tokens that the call costs its caller (limits.ts). */
  readonly cost: (request: LightRequest) => number;
  /** The call may be asked with GET. */
  readonly get?: true;
}
export interface LightCalls {
  readonly calls: Readonly<Record<string, LightCall>>;
  /** Checks credentials. Throws LightError when they open no account. */
  readonly check: ReturnType<typeof createAccountCalls>['check'];
}

const KIB = 1024;
/** Tokens for a new account with its wallet file, and for a scan from the start. */
const MUCH = 20;
const RELAY = 5;

export function createCalls(options: {
  readonly keeper: Keeper;
  readonly node: LightNode;
  readonly network: LightNetwork;
}): LightCalls {
  const { check, ...account } = createAccountCalls(options);
  const node = createNodeCalls(options);
  const small = { most: 2 * KIB, cost: () => 1 };
  const importing = { ...small, answer: account.importRequest, cost: () => MUCH };
  return {
    check,
    calls: {
      '/login': {
        ...small,
        answer: account.login,
        cost: (request) => (request['create_account'] === true ? MUCH : 1),
      },
      '/get_address_info': { ...small, answer: account.info },
      '/get_address_txs': { ...small, answer: account.transactions },
      '/get_unspent_outs': { ...small, answer: account.unspent },
      '/get_subaddrs': { ...small, answer: account.subaddresses },
      '/provision_subaddrs': { ...small, answer: account.provision },
      '/upsert_subaddrs': { ...small, answer: account.upsert, most: 10 * KIB },
      '/import_request': importing,
      '/import_wallet_request': importing,
      '/get_random_outs': { most: 4 * KIB, answer: node.randomOuts, cost: (request) => 1 + ringsOf(request) },
      '/submit_raw_tx': { most: 512 * KIB, answer: node.submit, cost: () => RELAY },
      '/get_version': { ...small, answer: node.version, get: true },
    },
  };
}
