/** Accounts of both hierarchies with some addresses, for tests of Carrot. */
import { asKeyImage, type KeyImage, type PublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromMaster, type CarrotAccount } from '../../../../src/protocol/carrot/account.ts';
import {
  carrotAddressKeys,
  isMain,
  NO_PAYMENT_ID,
  type CarrotDestination,
} from '../../../../src/protocol/carrot/address.ts';
import {
  type SubaddressIndex,
  subaddressKeys,
  type SubaddressKeys,
} from '../../../../src/protocol/keys/subaddress.ts';
import type { Sender } from '../../../../src/protocol/carrot/make-enote.ts';
import { carrotOpeningOf, openingOf, type OneTimeSecrets } from '../../../../src/protocol/carrot/opening.ts';
import type { FoundEnote, Viewer } from '../../../../src/protocol/carrot/scan.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { randomScalar, type RandomBytes } from '../../../../src/protocol/ring/scalar.ts';

export const MAIN: SubaddressIndex = { major: 0, minor: 0 };
/** The indices in each person's table. */
export const INDICES: readonly SubaddressIndex[] = [
  MAIN,
  { major: 0, minor: 1 },
  { major: 2, minor: 4 },
  { major: 49, minor: 199 },
];

export interface Person {
  /** Finds its outputs; with s_vb if its account has one. */
  readonly viewer: Viewer;
  readonly sender: Sender;
  readonly mainKeys: readonly PublicKey[];
  readonly address: (index: SubaddressIndex, paymentId?: Uint8Array) => CarrotDestination;
  readonly opening: (found: FoundEnote) => OneTimeSecrets;
}

/** An account with a spend key of today: it has no s_vb. */
export function personOfToday(random: RandomBytes): Person {
  const account = accountFromSeed(random(32));
  return person(
    { viewSecret: account.viewSecret },
    ({ major, minor }) => subaddressKeys(account, major, minor),
    (found) => openingOf(account, found),
  );
}

/** An account of Carrot's hierarchy. */
export function carrotPerson(random: RandomBytes): Person & { readonly account: CarrotAccount } {
  const account = accountFromMaster(random(32));
  const made = person(
    account,
    (index) => carrotAddressKeys(account, index),
    (found) => carrotOpeningOf(account, found),
  );
  return { ...made, account };
}

const person = (
  sender: Sender,
  keysAt: (index: SubaddressIndex) => SubaddressKeys,
  opening: Person['opening'],
): Person => {
  const keys = new Map(INDICES.map((index) => [indexName(index), keysAt(index)]));
  const table = new Map(INDICES.map((index) => [toHex(keys.get(indexName(index))!.spendPublic), index]));
  return {
    sender,
    viewer: { ...sender, find: (spendPublic) => table.get(toHex(spendPublic)) },
    mainKeys: [keys.get(indexName(MAIN))!.spendPublic],
    address: (index, paymentId = NO_PAYMENT_ID) => ({
      ...keys.get(indexName(index))!,
      isSubaddress: !isMain(index),
      paymentId,
    }),
    opening,
  };
};
const indexName = ({ major, minor }: SubaddressIndex): string => `${major}/${minor}`;

export function randomKeyImage(random: RandomBytes): KeyImage {
  return asKeyImage(kernel.mulBase(randomScalar(random)));
}
