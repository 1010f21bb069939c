/**
 * Many payments at the same moment while blocks come. None is refused while money is free, no two spend the same
 * output, and monero-wallet-rpc with the same seed has the same history afterwards.
 */
import { expect, it } from 'vitest';
import { SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { expectSameMoney } from '../../parity/compare.ts';
import { FOREIGN_ADDRESS, openOwner, ourWallet, theirWallet } from '../../parity/wallet-pair.ts';
import { mineMissingCoins } from '../../support/more-coins.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { mineUntilPoolIsEmpty, within } from './within.ts';
import { until } from '../../support/until.ts';

type Ours = ReturnType<typeof ourWallet>;
type Theirs = Awaited<ReturnType<typeof theirWallet>>;

const XMR = 1_000_000_000_000n;
const SENDERS = 8;
const KINDS = ['transfer', 'transfer', 'transfer_split', 'sweep_single'] as const;
/** An amount above any fee in this test. */
const FEE_AT_MOST = XMR / 10n;
const MOST_TRIES = 40;

interface Sent {
  readonly txid: string;
  readonly key: string;
  /** The amount that each payment pays to FOREIGN_ADDRESS. */
  readonly amount: bigint;
}
interface Play {
  readonly ours: Ours;
  readonly sent: Sent[];
  readonly random: () => number;
  next: number;
  /** Blocks that were mined and read since the beginning. */
  blocks: number;
  ended: boolean;
}

// threat: two-owners
it('eight senders pay at once, and no payment is refused while money is free', async () => {
  await useWasmKernel();
  await using chain = await startRegtest({ funded: true });
  const ours = ourWallet(chain);
  const theirs = await theirWallet(chain);
  await startWithCoins(ours, chain);
  const play: Play = { ours, sent: [], random: createRandom(seed), next: 0, blocks: 0, ended: false };
  const mining = mineUntilEnded(play, chain);
  const senders = await Promise.allSettled(Array.from({ length: SENDERS }, (_, i) => sendInTurn(play, i)));
  play.ended = true;
  await mining;
  for (const sender of senders) if (sender.status === 'rejected') throw sender.reason;

  await mineUntilPoolIsEmpty(chain);
  await within('our refresh', ours.call('refresh'));
  await openOwner(theirs, SECOND_OWNER);
  await expectMinedOnce(play.sent, chain);
  await expectKeys(play.sent, ours, theirs);
  const { out } = await ours.call('get_transfers', { out: true });
  expect(out.map(({ txid }) => txid).toSorted()).toEqual(play.sent.map(({ txid }) => txid).toSorted());
  await expectSameMoney(ours, theirs, { restored: true });
});

/** Opens a wallet with many unlocked outputs. */
async function startWithCoins(ours: Ours, chain: Regtest): Promise<void> {
  await within('the coins', mineMissingCoins(chain, SECOND_OWNER, sizes.senderCoins));
  await within('the first refresh', openOwner(ours, SECOND_OWNER));
}

async function mineUntilEnded(play: Play, chain: Regtest): Promise<void> {
  while (!play.ended) {
    await within('a block while payments are made', chain.mine(1, FOREIGN_ADDRESS));
    await within('a refresh while payments are made', play.ours.call('refresh'));
    play.blocks += 1;
  }
}

async function sendInTurn(play: Play, sender: number): Promise<void> {
  try {
    while (play.next < sizes.sends && !play.ended) await sendOne(play, play.next++, sender);
  } catch (error) {
    play.ended = true;
    throw error;
  }
}

/** Sends the payment; repeats it only after an expected refusal: the output was spent, or the money is locked. */
async function sendOne(play: Play, number: number, sender: number): Promise<void> {
  const kind = KINDS[number % KINDS.length]!;
  const amount = XMR + BigInt(Math.floor(play.random() * 1e13));
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await freeCoins(play.ours);
    // Senders choose different outputs, but another sender's payment may still take this one.
    const own = [...before.keys()].filter((each) => parseInt(each.slice(0, 2), 16) % SENDERS === sender);
    const keyImage = own[0] ?? [...before.keys()][0] ?? '';
    const what = `payment ${number} (${kind})`;
    try {
      play.sent.push(...(await within(what, pay(play.ours, kind, amount, keyImage))));
      return;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const after = await freeCoins(play.ours);
      const refused = `${what} was refused though money is free: ${error.message}`;
      if (kind === 'sweep_single') expect(after.has(keyImage), refused).toBe(false);
      else expect(least(sumOf(before), sumOf(after)) < amount + FEE_AT_MOST, refused).toBe(true);
    }
    // Outputs get free with blocks.
    const blocks = play.blocks;
    await until(() => play.blocks !== blocks || play.ended);
  }
  throw new Error(`payment ${number} (${kind}) found no money in ${MOST_TRIES} tries`);
}

/** Key images and amounts of the outputs that can be spent now. */
async function freeCoins({ call }: Ours): Promise<ReadonlyMap<string, bigint>> {
  const { transfers } = await call('incoming_transfers', { transfer_type: 'available' });
  const free = transfers.filter(({ unlocked, frozen }) => unlocked && !frozen);
  return new Map(free.map(({ key_image, amount }) => [key_image, amount]));
}
const sumOf = (coins: ReadonlyMap<string, bigint>): bigint =>
  [...coins.values()].reduce((sum, each) => sum + each, 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

async function pay(
  { call }: Ours,
  kind: (typeof KINDS)[number],
  amount: bigint,
  key_image: string,
): Promise<readonly Sent[]> {
  const destinations = [{ address: FOREIGN_ADDRESS, amount }];
  if (kind === 'transfer_split') {
    const { tx_hash_list, tx_key_list, amount_list } = await call(kind, { destinations, get_tx_keys: true });
    return tx_hash_list.map((txid, i) => ({ txid, key: tx_key_list[i]!, amount: amount_list[i]! }));
  }
  const sent =
    kind === 'transfer'
      ? await call(kind, { destinations, get_tx_key: true })
      : await call(kind, { address: FOREIGN_ADDRESS, key_image, get_tx_key: true });
  return [{ txid: sent.tx_hash, key: sent.tx_key, amount: sent.amount }];
}

/** Checks that each payment is in a block, and that no output is spent twice. */
async function expectMinedOnce(sent: readonly Sent[], chain: Regtest): Promise<void> {
  const spent = new Set<string>();
  for (const { txid } of sent) {
    const answer = await chain.path('/get_transactions', { txs_hashes: [txid], decode_as_json: true });
    const [tx] = answer['txs'] as unknown as readonly { in_pool: boolean; as_json: string }[];
    expect(tx?.in_pool, `${txid} is mined`).toBe(false);
    const { vin } = JSON.parse(tx!.as_json) as { vin: readonly { key: { k_image: string } }[] };
    for (const { key } of vin) {
      expect(spent.has(key.k_image), `${txid} spends what another one spends`).toBe(false);
      spent.add(key.k_image);
    }
  }
}

/** Checks that the reference accepts our transaction keys as payment proofs. */
async function expectKeys(sent: readonly Sent[], ours: Ours, { rpc }: Theirs): Promise<void> {
  for (const { txid, key, amount } of sent) {
    expect((await ours.call('get_tx_key', { txid })).tx_key).toBe(key);
    const proof = await rpc.call('check_tx_key', { txid, tx_key: key, address: FOREIGN_ADDRESS });
    expect(BigInt(proof['received'] as number), `the key of ${txid}`).toBe(amount);
  }
}
