/** Texts of Home: which amount with which label, and whether sending is possible. */
import { count } from '../../format/format.ts';
import { isLate } from '../../transfers/late.ts';
import { balanceSteps } from '../../transfers/balance-steps.ts';
import { balanceWave } from '../../transfers/balance-wave.ts';
import { nextAddress } from '../../transfers/received-at.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { isArrival } from '../../state/transfers.ts';
import { InParts } from '../../widgets/in-parts.svelte.ts';

const RECENT = 5;
/** With this many missing blocks, the amount is labelled "found so far" instead of as the balance. */
const BEHIND = 3;

export class Overview {
  /**
   * Heights of the account's balance over time; undefined until they are known. The component computes them:
   * `$effect(() => view.wave.run())`.
   */
  readonly wave: InParts<[readonly Transfer[], boolean, number], readonly number[] | undefined>;
  readonly #session: Session;

  /** `now` in milliseconds: where the wave ends. */
  constructor(session: Session, now = Date.now()) {
    this.#session = session;
    const { book } = session;
    this.wave = new InParts(
      () => [book.transfers, book.complete, book.current?.index ?? 0],
      function* (transfers, complete, account) {
        if (!complete) return undefined;
        return balanceWave(yield* balanceSteps(transfers, { account, now }), now);
      },
    );
  }
  /** The chosen node has not answered for longer than a moment. */
  get trouble(): boolean {
    return this.#session.nodeProblem !== undefined && !this.#newRules;
  }
  /** The wallet has read all that it can read: the rest needs an update. */
  get #newRules() {
    return this.#session.newRules;
  }
  /** Sync progress is shown: while blocks are scanned, the amount is "found so far" and not the balance. */
  get showSync(): boolean {
    if (this.#newRules) return false;
    const { phase, height, targetHeight } = this.#session.status;
    if (phase === 'reading') return targetHeight - height >= BEHIND;
    return phase === 'waiting' && targetHeight - height >= BEHIND;
  }
  /** Everything up to the newest known block is shown. */
  get #known(): boolean {
    const { book, status } = this.#session;
    const { phase, height, targetHeight } = status;
    // The worker may have finished scanning before the page got the results.
    if (height - book.height >= BEHIND) return false;
    if (this.#newRules) return true;
    return phase === 'done' || (height > 0 && targetHeight > 0 && targetHeight - height < BEHIND);
  }
  /** The light-wallet server whose word the balance is; undefined: the balance was read from the chain. */
  get #server() {
    const { lightServer } = this.#session.status;
    return lightServer?.inUse === true ? lightServer : undefined;
  }
  get label(): string {
    if (this.#server) return this.#server.open ? 'Spendable, as the server says' : 'Found so far';
    if (!this.#known) return 'Found so far';
    if (this.blind) return 'Received; spends unknown';
    const { height, missing, sendingClosed } = this.#session.status;
    if (sendingClosed) return 'Spendable after an update';
    if (missing > 0) return 'Spendable, as far as read';
    return this.#newRules && height > 0 ? `Spendable at block ${count(height - 1)}` : 'Spendable now';
  }
  get shown(): bigint {
    const { current } = this.#session.book;
    return (this.#known && !this.blind ? current?.unlocked : current?.balance) ?? 0n;
  }
  /** The balance of the accounts that are not shown, in piconero, spendable or not. */
  get elsewhere(): bigint {
    const { accounts, current } = this.#session.book;
    return accounts.reduce((sum, { index, balance }) => (index === current?.index ? sum : sum + balance), 0n);
  }
  /** Frozen coins of the account, in piconero: they are in no balance. */
  get frozen(): bigint {
    return this.#session.book.current?.frozen ?? 0n;
  }
  /** The view-only wallet has coins that may be spent already. */
  get blind(): boolean {
    return this.#session.watchOnly && this.#session.status.doubtful > 0;
  }
  /** Newest transfers of the account; both entries of a move if there are several accounts. */
  get recent(): readonly Transfer[] {
    const { accounts, current, transfers } = this.#session.book;
    const found: Transfer[] = [];
    for (const transfer of transfers) {
      if (transfer.account !== (current?.index ?? 0) || (accounts.length <= 1 && isArrival(transfer)))
        continue;
      if (found.push(transfer) === RECENT) break;
    }
    return found;
  }
  /** Sent payments of all accounts that wait for longer than usual, the newest first. `now`: milliseconds. */
  late(now: number): readonly Transfer[] {
    return this.#waiting.filter((transfer) => isLate(transfer, now));
  }
  get #waiting(): readonly Transfer[] {
    const { transfers } = this.#session.book;
    // Waiting transfers come first.
    const end = transfers.findIndex(({ state }) => state !== 'waiting');
    return transfers.slice(0, end < 0 ? undefined : end);
  }
  /** The money that waits for a block is change of the account's own payments only. */
  get changeWaits(): boolean {
    const { upcoming, current } = this.#session.book;
    const comesIn = ({ incoming, account }: Transfer): boolean => incoming && account === current?.index;
    return upcoming?.waiting === true && !this.#waiting.some(comesIn);
  }
  get hasMore(): boolean {
    return this.#session.book.transfers.length > this.recent.length;
  }
  /** The wallet has never received anything, and sees what comes in. */
  get empty(): boolean {
    const { book, hasNode } = this.#session;
    return hasNode && book.ready && this.#known && !this.#newRules && book.transfers.length === 0;
  }
  /** Stands where no transfer is listed. */
  get noTransfers(): string {
    if (this.showSync) return 'None so far.';
    return this.#session.hasNode ? 'Nothing in this account yet.' : 'No payment is known here.';
  }
  get whyNoSend(): string {
    const { status, offlineEdition, hasNode } = this.#session;
    if (offlineEdition) return 'The offline edition sends nothing.';
    if (!hasNode) return 'Send opens when a node is chosen.';
    if (this.trouble) return 'Send opens when the node answers again.';
    if (this.#server?.open === false) return 'Send opens when the light-wallet server has answered.';
    if (status.sendingClosed || (this.#newRules && !this.#newRules.sending))
      return 'Send opens when Ostro is updated.';
    if (status.phase === 'asking') return 'Send opens when you have chosen what to read first.';
    // With a relay Send knows meanwhile which coins it may spend.
    if (!this.#known && status.node.kind !== 'relay')
      return 'Send opens when reading is done. So you never pay with coins that are already gone.';
    return '';
  }
  get netWords(): string {
    const { phase, missing } = this.#session.status;
    if (this.#session.offlineEdition) return 'Offline edition';
    if (this.#server) return 'From a server';
    if (!this.#session.hasNode) return 'No node';
    if (this.#newRules) return 'Update needed';
    if (this.trouble || phase === 'waiting') return 'No connection';
    if (phase === 'asking') return 'Waits for you';
    if (missing > 0) return 'Days missing';
    return this.#known ? 'Up to date' : 'Reading';
  }
  get dot(): '' | 'busy' | 'off' {
    const words = this.netWords;
    if (words === 'Up to date') return '';
    return ['Reading', 'Waits for you', 'Days missing', 'No node', 'From a server'].includes(words)
      ? 'busy'
      : 'off';
  }
  get nextAddress() {
    const { book } = this.#session;
    return nextAddress(book.addresses.of(book.current?.index ?? 0));
  }
  get nextAddressWords(): string {
    const { label = '', used = false } = this.nextAddress ?? {};
    const state = used ? 'used before' : 'not used yet';
    return label === '' ? state.replace(/^./, (first) => first.toUpperCase()) : `“${label}”, ${state}`;
  }
}

/** A wallet was restored from words, all of the chain from its start was read, and nothing was found. */
export function isEmptyAfterRestore({ restored, status, book, upToDate }: Session): boolean {
  const readAll = upToDate && status.missing === 0 && status.lightServer?.inUse !== true;
  return readAll && restored === status.wallet && book.ready && book.transfers.length === 0;
}
