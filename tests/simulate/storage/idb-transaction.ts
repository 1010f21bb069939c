/** Transactions and requests of the simulated IndexedDB. */
import { SimEvent, SimEventTarget } from '../platform/events.ts';
import type { Process } from '../process.ts';
import { deleteRows, putRow, rowBy, rowsOf, type DatabaseData, type StoreData } from './idb-data.ts';
import { cloneOf, type Query } from './idb-keys.ts';
import type { Scheduler } from '../scheduler.ts';
import { fails, happens, type Trouble } from './trouble.ts';

export class SimRequest extends SimEventTarget {
  result: unknown;
  error: DOMException | null = null;
  transaction: SimTransaction | null = null;
  resolve(process: Process, result: unknown): void {
    process.deliver(() => {
      this.result = result;
      this.dispatchEvent(new SimEvent('success'));
    });
  }
  reject(process: Process, error: DOMException): void {
    process.deliver(() => {
      this.error = error;
      this.dispatchEvent(new SimEvent('error'));
    });
  }
}

interface Asked {
  readonly request: SimRequest;
  readonly what: string;
  readonly work: () => unknown;
}
type End = 'committing' | 'complete' | 'aborted';

/** The part of a connection (indexed-db.ts) that its transactions use. */
interface Connection {
  readonly process: Process;
  readonly world: { readonly scheduler: Scheduler; readonly trouble: Trouble };
  readonly shared: { readonly data: DatabaseData; readonly running: SimTransaction[] };
}

export class SimTransaction extends SimEventTarget {
  readonly db: Connection;
  readonly mode: IDBTransactionMode;
  error: DOMException | null = null;
  readonly #durability: string;
  readonly #asked: Asked[] = [];
  readonly #undo: (() => void)[] = [];
  #end: End | undefined;
  /** The event in which requests may be made. */
  #activeAt: number;
  #turn = false;

  constructor(db: Connection, mode: IDBTransactionMode, durability: string) {
    super();
    this.db = db;
    this.mode = mode;
    this.#durability = durability;
    this.#activeAt = db.world.scheduler.steps;
    db.shared.running.push(this);
    this.#next();
  }
  objectStore(name: string): SimStore {
    return new SimStore(this, name);
  }
  onUndo(undo: () => void): void {
    this.#undo.push(undo);
  }
  /** Runs `work` in an event of this transaction. */
  during(work: () => void): void {
    this.#activeAt = this.db.world.scheduler.steps;
    work();
    this.#next();
  }
  request(what: string, work: () => unknown): SimRequest {
    if (this.#end !== undefined || this.#activeAt !== this.db.world.scheduler.steps)
      throw new DOMException(`The transaction is not active: ${what}`, 'TransactionInactiveError');
    const request = new SimRequest();
    this.#asked.push({ request, what, work });
    this.#next();
    return request;
  }
  abort(): void {
    if (this.#end !== undefined) throw new DOMException('It has ended', 'InvalidStateError');
    this.#abort(null);
  }
  /** Its connection is gone: a commit that was begun may be complete. */
  lose(): void {
    if (this.#end === 'committing' && this.db.world.scheduler.dice.chance(0.5)) this.#store();
    else if (this.#end !== 'complete' && this.#end !== 'aborted') this.#abort(null);
  }

  #next(): void {
    if (this.#turn || this.#end !== undefined) return;
    const { scheduler } = this.db.world;
    this.#turn = true;
    scheduler.after(scheduler.dice.wait(0.3), `db ${this.#asked[0]?.what ?? 'end'}`, () => {
      this.#turn = false;
      if (this.#end !== undefined) return;
      // Another transaction is before this one: its end gives the turn.
      if (this.#waits()) return;
      const first = this.#asked.shift();
      if (first) this.#run(first);
      else if (this.db.process.asleep) this.db.process.deliver(() => this.#next());
      else this.#commit();
    });
  }
  /** A writer runs alone, and readers beside each other. */
  #waits(): boolean {
    const { running } = this.db.shared;
    const before = running.slice(0, running.indexOf(this));
    return this.mode === 'readonly' ? before.some(({ mode }) => mode !== 'readonly') : before.length > 0;
  }
  #run({ request, what, work }: Asked): void {
    const { world, process } = this.db;
    const error = this.#failureOf(what);
    try {
      if (error) throw error;
      const result = work();
      process.deliver(() => this.during(() => request.resolve(process, result)));
    } catch (reason) {
      process.deliver(() => request.reject(process, reason as DOMException));
      world.scheduler.after(0, 'db abort', () => {
        if (this.#end === undefined) this.#abort(reason as DOMException);
      });
    }
  }
  #failureOf(what: string): DOMException | undefined {
    const { trouble, scheduler } = this.db.world;
    if (fails(trouble, scheduler.dice)) return new DOMException(`simulated, ${what}`, 'UnknownError');
    if (trouble.full && (what === 'put' || what === 'add'))
      return new DOMException(`simulated, ${what}`, 'QuotaExceededError');
    return undefined;
  }
  #commit(): void {
    const { world } = this.db;
    const { scheduler, trouble } = world;
    this.#end = 'committing';
    const strict = this.#durability === 'strict';
    if (this.#undo.length > 0) happens(trouble, 'unsynced');
    scheduler.after(scheduler.dice.wait(strict ? 3 : 1), 'db commit', () => {
      if (this.#end !== 'committing') return;
      const writes = this.#undo.length > 0;
      if (writes && fails(trouble, scheduler.dice)) {
        this.#abort(new DOMException('simulated, at commit', 'UnknownError'));
        return;
      }
      this.#store();
      if (writes) happens(trouble, 'stored');
      this.db.process.deliver(() => this.dispatchEvent(new SimEvent('complete')));
    });
  }
  #store(): void {
    this.#end = 'complete';
    const { unflushed } = this.db.shared.data;
    if (this.#undo.length > 0) unflushed.push(() => [...this.#undo].reverse().forEach((undo) => undo()));
    const { scheduler } = this.db.world;
    // The log of a database is one file: a flush keeps everything before it.
    if (this.#durability === 'strict') unflushed.length = 0;
    else {
      const newest = unflushed.at(-1);
      scheduler.after(scheduler.dice.wait(30_000), 'db flush', () => {
        unflushed.splice(0, newest ? unflushed.indexOf(newest) + 1 : 0);
      });
    }
    this.#leave();
  }
  #abort(error: DOMException | null): void {
    this.#end = 'aborted';
    this.error = error;
    for (const undo of this.#undo.reverse()) undo();
    const { process } = this.db;
    for (const { request } of this.#asked.splice(0))
      request.reject(process, new DOMException('aborted', 'AbortError'));
    process.deliver(() => this.dispatchEvent(new SimEvent('abort')));
    this.#leave();
  }
  #leave(): void {
    const { running } = this.db.shared;
    running.splice(running.indexOf(this), 1);
    for (const each of running) each.#next();
  }
  get dataOf(): (name: string) => StoreData {
    return (name) => this.db.shared.data.stores.get(name)!;
  }
}

export class SimStore {
  readonly transaction: SimTransaction;
  readonly name: string;
  constructor(transaction: SimTransaction, name: string) {
    this.transaction = transaction;
    this.name = name;
  }
  get #data(): StoreData {
    return this.transaction.dataOf(this.name);
  }
  get(query: Query): SimRequest {
    return this.#ask('get', () => cloneOf(rowsOf(this.#data, query)[0]?.value));
  }
  getAll(query?: Query): SimRequest {
    return this.#ask('get all', () => rowsOf(this.#data, query).map(({ value }) => cloneOf(value)));
  }
  put(value: unknown): SimRequest {
    return this.#write('put', value, false);
  }
  add(value: unknown): SimRequest {
    return this.#write('add', value, true);
  }
  delete(query: Query): SimRequest {
    return this.#ask('delete', () => this.transaction.onUndo(deleteRows(this.#data, query)));
  }
  createIndex(name: string, path: string, { unique = false }: { readonly unique?: boolean } = {}): void {
    this.#data.indexes.set(name, { path, unique });
  }
  index(name: string): SimIndex {
    return new SimIndex(this, name);
  }
  #write(what: string, value: unknown, add: boolean): SimRequest {
    if (this.transaction.mode === 'readonly')
      throw new DOMException('The transaction is read-only', 'ReadOnlyError');
    const copy = cloneOf(value);
    return this.#ask(what, () => this.transaction.onUndo(putRow(this.#data, copy, add)));
  }
  #ask(what: string, work: () => unknown): SimRequest {
    return this.transaction.request(what, work);
  }
}

export class SimIndex {
  readonly #store: SimStore;
  readonly #name: string;
  constructor(store: SimStore, name: string) {
    this.#store = store;
    this.#name = name;
  }
  get(query: Query): SimRequest {
    return this.#ask(query, ({ value }) => cloneOf(value));
  }
  getKey(query: Query): SimRequest {
    return this.#ask(query, ({ key }) => key);
  }
  #ask(query: Query, of: (row: NonNullable<ReturnType<typeof rowBy>>) => unknown): SimRequest {
    const { transaction, name } = this.#store;
    return transaction.request('get by index', () => {
      const row = rowBy(transaction.dataOf(name), this.#name, query);
      return row && of(row);
    });
  }
}
