/** Input for a new wallet, and its first records. */
import type { Network } from '../../protocol/address/address.ts';
import type { AccountKeys } from '../../protocol/keys/account.ts';
import { DEFAULT_SETTINGS, put } from '../state/state.ts';
import type { AccountRecord, MultisigRecord, PolyseedRecord } from '../state/records/account.ts';
import type { Put } from '../state/tables.ts';

export interface NewWallet {
  readonly name: string;
  readonly password: string;
  readonly network: Network;
  readonly keys: AccountKeys;
  readonly seedLanguage: string;
  readonly polyseed?: PolyseedRecord;
  readonly restoreHeight: number;
  /** This signer's part of a multisig account. In this case `keys` has no spend secret. */
  readonly multisig?: MultisigRecord;
  readonly multisigEnabled?: boolean;
  /** Default: `DEFAULT_LOOKAHEAD`. */
  readonly lookahead?: AccountRecord['lookahead'];
  /** Records of an imported wallet: labels, notes, transaction keys. */
  readonly more?: readonly Put[];
}

/** 50 accounts with 200 addresses each. Upstream: SUBADDRESS_LOOKAHEAD_MAJOR and _MINOR in src/wallet/wallet2.cpp. */
export const DEFAULT_LOOKAHEAD = { major: 50, minor: 200 };
export const PRIMARY_LABEL = 'Primary account';

/** The first records of a new wallet file. `now`: milliseconds. */
export function firstRecords(wanted: NewWallet, now: number): Put[] {
  const { keys, multisig, network, seedLanguage, polyseed, restoreHeight } = wanted;
  const { lookahead = DEFAULT_LOOKAHEAD, more = [] } = wanted;
  const account: AccountRecord = {
    network,
    ...keys,
    ...(multisig && { multisig }),
    seedLanguage,
    ...(polyseed && { polyseed }),
    restoreHeight,
    createdAt: now,
    lookahead,
  };
  return [
    put('account', '', account),
    put('settings', '', { ...DEFAULT_SETTINGS, ...(wanted.multisigEnabled && { multisigEnabled: true }) }),
    put('labels', '0', [PRIMARY_LABEL]),
    ...more,
  ];
}
