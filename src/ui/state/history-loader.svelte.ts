/**
 * The history of the open wallet, loaded in pages: the changed part above a height, and the older pages in the background,
 * which are added at the end of the list.
 */
import type { Client, Result } from '../../client/client.ts';
import type { Transfer } from './model.ts';
import { LatestTask, type Task, type WalletLife } from './task.ts';
import { atHeight, inOrder, joined, toTransfers } from './transfers.ts';

type Page = Result<'x_history'>;
/** The history above height `above`; what was known up to height `kept` is still right. */
interface Pages {
  readonly height: number;
  readonly found: readonly Transfer[];
  readonly above: number;
  readonly kept: number;
}

export class HistoryLoader {
  /** Newest first; without the oldest ones until `complete`. */
  transfers = $state.raw<readonly Transfer[]>([]);
  /** Number of known blocks at the last request. */
  height = $state(0);
  /** The height above which `transfers` has everything. */
  #bottom = $state(Infinity);
  readonly #client: Client;
  /** Loads the older pages; ends when they must be loaded from another height. */
  readonly #loadingOlder: LatestTask;
  #older: Promise<unknown> = Promise.resolve();

  constructor(client: Client, wallet: WalletLife) {
    this.#client = client;
    this.#loadingOlder = new LatestTask(wallet);
  }
  /** All transfers are loaded. */
  get complete(): boolean {
    return this.#bottom === 0;
  }
  clear(): void {
    this.transfers = [];
    this.height = 0;
    this.#bottom = Infinity;
  }
  /** The height up to which the list stays as it is, if the history below `from` has not changed: the newest blocks are always loaded. */
  keptBelow(from: number): number {
    return Math.max(0, Math.min(from, this.height) - 1);
  }
  /**
   * The history above height `kept`, of which `first` is the newest page. While older pages are loaded in the background, and
   * `kept` is below those that are loaded, only the first page: loading goes on below it.
   */
  async load(task: Task, kept: number, first: Page): Promise<Pages> {
    const { height } = first;
    // A reorg or rescan has removed blocks of the kept part: load everything.
    if (kept > 0 && height <= kept)
      return this.load(task, 0, await task.wait(this.#client.call('x_history', { above: 0 })));
    const found = toTransfers(first.entries ?? [], height);
    let { above } = first;
    while (above > kept && (this.complete || kept > this.#bottom)) {
      const next = await task.wait(this.#client.call('x_history', { above: kept, upto: above }));
      for (const transfer of toTransfers(next.entries ?? [], next.height))
        found.push(atHeight(transfer, height));
      above = next.above;
    }
    return { height, found, above, kept };
  }
  /** Shows what was loaded. */
  show({ height, found, above, kept }: Pages): void {
    const known = above > kept ? [] : this.transfers;
    // Most are as they were, at the end of the list.
    const same = (each: Transfer): boolean =>
      each.state === 'done' && each.freeAt <= height && each.height > 0 && each.height <= kept;
    const end = known.findLastIndex((each) => !same(each)) + 1;
    const changed = known
      .slice(0, end)
      .filter((each) => each.height > 0 && each.height <= kept)
      .map((each) => atHeight(each, height));
    this.height = height;
    this.transfers = joined(inOrder([...found, ...changed]), known.slice(end));
    if (!this.complete && (above > kept || kept <= this.#bottom)) {
      this.#bottom = above;
      this.#loadingOlder.end();
    }
  }
  /** Loads the older pages; calls meanwhile share the requests. Resolves when all are loaded, or when they begin at another height. */
  loadOlder(): Promise<unknown> {
    if (!this.#loadingOlder.running) this.#older = this.#loadingOlder.run((task) => this.#loadBelow(task));
    return this.#older;
  }
  /** Newest first. They are shown each time when the list has doubled, and at the end. */
  async #loadBelow(task: Task): Promise<void> {
    let above = this.#bottom;
    let found: readonly Transfer[] = [];
    while (above > 0) {
      const page = await task.wait(this.#client.call('x_history', { above: 0, upto: above }));
      found = joined(found, toTransfers(page.entries ?? [], page.height));
      ({ above } = page);
      if (above > 0 && found.length < this.transfers.length) continue;
      this.transfers = joined(
        this.transfers,
        found.map((each) => atHeight(each, this.height)),
      );
      this.#bottom = above;
      found = [];
    }
  }
}
