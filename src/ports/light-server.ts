import type { Commitment, KeyImage, PublicKey, SecretKey, TxId } from '../base/brands.ts';
import type { SubaddressIndex } from '../protocol/keys/subaddress.ts';
import type { NodeSettings } from './node-control.ts';

/** The credentials of an account of a light-wallet server, which learns both. */
export interface LightKeys {
  /** Main address of the wallet. */
  readonly address: string;
  readonly viewSecret: SecretKey;
}

/** An output as the server names it. Nothing in it is checked but its form. Amounts in piconero, times in seconds. */
export interface ToldOutput {
  readonly txid: TxId;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly key: PublicKey;
  /** The transaction key with which the wallet finds it: an additional one where there is one. */
  readonly txPublicKey: PublicKey;
  readonly amount: bigint;
  /** Absent in an output from before RingCT. */
  readonly rct?: ToldCommitment;
  /** The address that it pays; {0, 0} where the server names none. */
  readonly subaddress: SubaddressIndex;
  readonly height: number;
}
export interface ToldCommitment {
  readonly commitment: Commitment;
  /** The mask plus Hs(shared secret), as types 1 to 3 send it; servers write newer types in this form, too. */
  readonly sealedMask: Uint8Array;
}

/** A transaction that pays the account, or has outputs of it in its rings. */
export interface ToldTransaction {
  readonly txid: TxId;
  /** 0 in the pool. */
  readonly height: number;
  readonly timestamp: number;
  /** 0 where the server does not name it. */
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly coinbase: boolean;
  /** Inputs whose rings contain an output of the account. An input spends the output only if it has that output's key image. */
  readonly spends: readonly ToldSpend[];
}
export interface ToldSpend {
  readonly keyImage: KeyImage;
  readonly txPublicKey: PublicKey;
  readonly outputIndex: number;
}

export interface ToldHistory {
  /** Number of blocks that the server has scanned for the account, and that the chain has. */
  readonly scanned: number;
  readonly chainHeight: number;
  /** Height of the first block that it scanned. */
  readonly startHeight: number;
  readonly transactions: readonly ToldTransaction[];
}

/**
 * The client's side of the light-wallet protocol. Each call rejects with a fault of a node: `node_http` with status 403 when the account
 * does not exist, waits or is disabled; 501 when the server makes no accounts.
 */
export interface LightServer {
  /** Opens the account, or asks for a new one. */
  login(keys: LightKeys, signal?: AbortSignal): Promise<void>;
  /** Asks for a scan from this height on. False: it waits for the operator, or costs money, which is never paid. */
  scanFrom(keys: LightKeys, height: number, signal?: AbortSignal): Promise<boolean>;
  /** Asks the server to look for outputs to the first `counts[major]` addresses of each account. */
  addAddresses(keys: LightKeys, counts: readonly number[], signal?: AbortSignal): Promise<void>;
  history(keys: LightKeys, signal?: AbortSignal): Promise<ToldHistory>;
  outputs(keys: LightKeys, signal?: AbortSignal): Promise<readonly ToldOutput[]>;
}

export interface LightServers {
  /** Nothing is sent. Fault bad_node_address, also for one without TLS beyond the local network. */
  lightServer(settings: Pick<NodeSettings, 'address'>): Promise<LightServer>;
}
