/** Accounts, addresses, their labels, tags and balances. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { accountLabels, addAccount, addAddresses, addressLabel, labelAddress } from '../account/accounts.ts';
import { labelsOf } from '../account/lookahead.ts';
import { accountsTagged, describeTag, tagAccounts, tagsOf } from '../book/tags.ts';
import {
  balanceByMinor,
  balanceOf,
  boundMoney,
  lockedByBlocks,
  carrotBalance,
  preRingctBalance,
  isUsed,
} from '../ledger/balance.ts';
import type { ChangedAddresses } from '../state/address-log.ts';
import type { Core } from './core.ts';

export function createAccounts({ ledger, state, now }: Pick<Core, 'ledger' | 'state' | 'now'>) {
  return {
    labels: () => labelsOf(state),
    /** The labels of the addresses of an account. Fault account_index. */
    labelsOf: (major: number) => accountLabels(state, major),
    /** Faults account_index, address_index. */
    labelOf: (index: SubaddressIndex) => addressLabel(state, index),
    /** Faults account_index, address_index. */
    setLabel: (index: SubaddressIndex, label: string) => labelAddress(ledger, index, label),
    add: (label: string) => addAccount(ledger, label),
    /** Returns the indices of the new addresses. Fault account_index. */
    addAddresses: (major: number, label: string, count: number) => addAddresses(ledger, major, label, count),
    /**
     * The addresses that changed after a revision, at most `limit`; after 0 all of them did. Money may lie at an address that
     * the wallet looks ahead to and has not created: it is left out until it is created.
     */
    changedSince: (revision: number, limit: number): ChangedAddresses => {
      const { addresses, ...page } = ledger.changedAddresses(revision, limit);
      const isCreated = ({ major, minor }: SubaddressIndex): boolean =>
        state.tables.labels.get(String(major))?.[minor] !== undefined;
      return { ...page, addresses: addresses.filter(isCreated) };
    },
    /** True if the address got money. */
    isUsed: (index: SubaddressIndex) => isUsed(state, index),
    /** Number of unspent outputs of an address. */
    unspentOutputs: ({ major, minor }: SubaddressIndex) =>
      state.funds.account(major)?.byMinor.get(minor)?.unspent ?? 0,

    /** All accounts, or those with a tag, a regular expression if `regexp` is set. Faults unknown_tag, bad_regexp. */
    tagged: (tag: string, regexp: boolean) => accountsTagged(state, tag, regexp),
    tags: () => tagsOf(state),
    /** An empty tag removes the tags. Fault account_index. */
    setTag: (accounts: readonly number[], tag: string) => tagAccounts(ledger, accounts, tag),
    /** Fault unknown_tag. */
    describeTag: (tag: string, description: string) => describeTag(ledger, tag, description),

    /** `strict`: without unconfirmed change and money in the pool. */
    balanceOf: (major: number, strict = false) => balanceOf(state, major, strict, now()),
    /** By address index, of all or of these. `strict` as above. */
    balanceByMinor: (major: number, strict = false, minors?: readonly number[]) =>
      balanceByMinor(state, major, strict, now(), minors),
    /** Amounts that become spendable, by the number of blocks until then. */
    lockedByBlocks: (major: number) => lockedByBlocks(state, major, now()),
    /** Money of unsent payments that other devices sign. */
    boundMoney: (major: number) => boundMoney(state, major, now()),
    /** Money from before RingCT, which this wallet cannot spend. */
    /** Money in frozen outputs that nothing spends, in piconero. */
    frozenMoney: (major: number) => state.funds.account(major)?.frozen ?? 0n,
    preRingctBalance: (major: number) => preRingctBalance(state, major),
    carrotBalance: (major: number) => carrotBalance(state, major),
  };
}
