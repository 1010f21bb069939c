/**
 * An answer that arrives after its screen was closed, or after the wallet was closed, changes nothing that a person sees.
 * Each row is an action of a state class. It is cut off at each of its answers in turn; the remaining answers come later.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { RpcRequest, RpcResponse } from '../../../src/transport/port.ts';
import { AccountsState } from '../../../src/ui/features/accounts/accounts.svelte.ts';
import { TagsState } from '../../../src/ui/features/accounts/tags.svelte.ts';
import { AddressState } from '../../../src/ui/features/address/address.svelte.ts';
import { BalanceState } from '../../../src/ui/features/balance/balance.svelte.ts';
import { SplitState } from '../../../src/ui/features/coins/split.svelte.ts';
import { SignerState } from '../../../src/ui/features/cold/signer.svelte.ts';
import { WatcherState } from '../../../src/ui/features/cold/watcher.svelte.ts';
import { NodeChoice } from '../../../src/ui/features/console/node-choice.svelte.ts';
import { ConsoleState } from '../../../src/ui/features/console/console.svelte.ts';
import { ContactsState } from '../../../src/ui/features/contacts/contacts.svelte.ts';
import { BookImport } from '../../../src/ui/features/contacts/import.svelte.ts';
import { ExplorerState } from '../../../src/ui/features/explorer/explorer.svelte.ts';
import { MempoolState } from '../../../src/ui/features/explorer/mempool.svelte.ts';
import { NoteImport } from '../../../src/ui/features/history/note-import.svelte.ts';
import { TransferState } from '../../../src/ui/features/history/transfer.svelte.ts';
import { SignersState } from '../../../src/ui/features/multisig/multisig.svelte.ts';
import { NodeForm } from '../../../src/ui/features/node/node-form.svelte.ts';
import { PublicTests } from '../../../src/ui/features/node/public-tests.svelte.ts';
import { NodesState } from '../../../src/ui/features/node/nodes.svelte.ts';
import { MakeState } from '../../../src/ui/features/open/make.svelte.ts';
import { RestoreState } from '../../../src/ui/features/open/restore.svelte.ts';
import { WatchState } from '../../../src/ui/features/open/watch.svelte.ts';
import { OwnNodeState } from '../../../src/ui/features/own-node/own-node.svelte.ts';
import { PaperState } from '../../../src/ui/features/paper/paper.svelte.ts';
import { CheckState } from '../../../src/ui/features/proofs/check.svelte.ts';
import { ReserveProofState, TextSignatureState } from '../../../src/ui/features/proofs/prove.svelte.ts';
import { ReceiveState } from '../../../src/ui/features/receive/receive.svelte.ts';
import { RequestsState } from '../../../src/ui/features/requests/requests.svelte.ts';
import { AttributesState } from '../../../src/ui/features/attributes/attributes.svelte.ts';
import { CompanionState } from '../../../src/ui/features/backup/companion.svelte.ts';
import { IntegratedState } from '../../../src/ui/features/address/integrated.svelte.ts';
import { OpenAliasState } from '../../../src/ui/features/contacts/openalias.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { ReadingState } from '../../../src/ui/features/reading/reading.svelte.ts';
import { WiderSearch } from '../../../src/ui/features/reading/wider-search.svelte.ts';
import { Faucet } from '../../../src/ui/app/faucet.svelte.ts';
import { StorageState } from '../../../src/ui/features/storage/storage.svelte.ts';
import { AskForm } from '../../../src/ui/payments/ask.svelte.ts';
import { Birthday } from '../../../src/ui/keys/birthday.svelte.ts';
import { CoinList } from '../../../src/ui/coins/coin-list.svelte.ts';
import { ContactForm } from '../../../src/ui/payments/contact-form.svelte.ts';
import { GivenKeysForm } from '../../../src/ui/features/paper/given-keys.svelte.ts';
import { MissingBlocks } from '../../../src/ui/status/missing-blocks.svelte.ts';
import { PayeeInput } from '../../../src/ui/payments/payee.svelte.ts';
import { PaymentKey } from '../../../src/ui/features/history/payment-key.svelte.ts';
import { payloadOf } from '../../../src/ui/airgap/payload.ts';
import { CodeScanner } from '../../../src/ui/airgap/scanner.svelte.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { FileState } from '../../../src/ui/features/open/file.svelte.ts';
import { PasskeySettings } from '../../../src/ui/features/security/passkey.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { deferred } from '../../support/deferred.ts';
import { PAYLOADS } from '../../support/fake-worker/payloads.ts';
import { FakeAuthenticator } from '../../support/fake-authenticator.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { WORDS } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';
import { settled } from '../../support/settled.ts';

/** A fake worker whose answers the test lets through one by one. */
class HeldPort extends FakePort {
  holds = false;
  readonly held: { readonly answered: Promise<unknown>; readonly letGo: () => void }[] = [];

  override async request(request: RpcRequest): Promise<RpcResponse> {
    if (!this.holds) return super.request(request);
    const { promise, resolve: letGo } = deferred<undefined>();
    const answer = promise.then(() => super.request(request));
    this.held.push({
      answered: answer.catch(() => undefined),
      letGo: () => {
        letGo(undefined);
      },
    });
    return answer;
  }
  /** Lets the request at this place of the queue go, and waits until its answer has had its effect. */
  async answer(index = 0): Promise<void> {
    const [next] = this.held.splice(index, 1);
    next?.letGo();
    await next?.answered;
    await settled();
  }
  async answerAll(): Promise<void> {
    while (this.held.length > 0) await this.answer();
  }
}

interface State {
  end(): void;
}
interface Row {
  readonly scenario?: Scenario;
  /** Makes the state and what it needs; the answers are not held yet. */
  readonly make: (session: Session) => State | Promise<State>;
  readonly act: (state: never) => unknown;
  /** What the state shows is no wallet's, so it stays when the wallet is closed. */
  readonly anyWallet?: true;
  /** What the screen shows besides the fields of the state. */
  readonly shows?: (session: Session) => unknown;
}
const row = <T extends State>(
  make: (session: Session) => T | Promise<T>,
  act: (state: T) => unknown,
  rest: Omit<Row, 'make' | 'act'> = {},
): Row => ({ make, act, ...rest });
const payload = (kind: keyof typeof PAYLOADS) => payloadOf(kind, PAYLOADS[kind]);
const TXID = 'ab'.repeat(32);
const filled = <T extends object>(state: T, fields: Partial<T>): T => Object.assign(state, fields);
const signersOpen = async (session: Session): Promise<SignersState> => {
  const state = new SignersState(session);
  await state.load();
  return state;
};
/** A value that arrives with an answer of the fake worker. */
const heldValue = async <T>({ client }: Session, value: T): Promise<T> => {
  await client.call('x_status', {});
  return value;
};
const scannerOf = (session: Session) => {
  const track = { stop: () => undefined };
  const getUserMedia = () => heldValue(session, { getTracks: () => [track] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  const scanner = new CodeScanner();
  return Object.assign(scanner, {
    end: () => {
      scanner.stop();
    },
  });
};
const addressOf = ({ book }: Session): string => book.addresses.at(1, 0)!.address;
const fileOf = (session: Session): File =>
  ({ name: 'w.keys', size: 9, arrayBuffer: () => heldValue(session, new ArrayBuffer(9)) }) as File;
const payeeOf = (session: Session) => session.contacts.list[0]!;

const ROWS: Readonly<Record<string, Row>> = {
  'a new account': row(
    (s) => filled(new AccountsState(s), { name: 'Rent' }),
    (it) => it.create(),
  ),
  'the name of an account': row(
    (s) => filled(new AccountsState(s), { name: 'Rent' }),
    (it) => it.rename(),
  ),
  'a new address': row(
    (s) => new AccountsState(s),
    (it) => it.newAddress(),
  ),
  'the tags': row(
    (s) => new TagsState(s),
    (it) => it.load(),
  ),
  'a tag': row(
    (s) => filled(new TagsState(s), { name: 'shop' }),
    (it) => it.save(0),
  ),
  'the label of an address': row(
    (s) => filled(new AddressState(s, 0, 1), { typed: 'x' }),
    (it) => it.save(),
  ),
  'the locked money': row(
    (s) => new BalanceState(s),
    (it) => it.load(),
  ),
  'the coins': row(
    (s) => new CoinList(s),
    (it) => it.load(0),
  ),
  'a split': row(
    async (s) => {
      const list = new CoinList(s);
      await list.load(0);
      return new SplitState(s, 0, list.largest!);
    },
    (it) => it.prepare(),
  ),
  'key images': row(
    (s) => new SignerState(s),
    (it) => it.receive(payload('outputs')),
    { scenario: 'cold' },
  ),
  'a payment to sign': row(
    (s) => new SignerState(s),
    (it) => it.receive(payload('unsigned')),
    { scenario: 'cold' },
  ),
  'coins for the signing device': row(
    (s) => new WatcherState(s),
    (it) => it.showCoins(),
    { scenario: 'watch' },
  ),
  'a signed payment': row(
    (s) => new WatcherState(s),
    (it) => it.receive(payload('signed')),
    { scenario: 'watch' },
  ),
  'the signers': row(
    (s) => new SignersState(s),
    (it) => it.load(),
    { scenario: 'signers' },
  ),
  'multisig info': row(signersOpen, (it) => it.showInfo(), { scenario: 'signers' }),
  'a payment of a signer': row(signersOpen, (it) => it.receive(payload('multisigSet')), {
    scenario: 'signers',
  }),
  'a call of the console': row(
    (s) => {
      const it = new ConsoleState(s);
      it.choose('get_balance');
      return it;
    },
    (it) => it.run(),
    { anyWallet: true },
  ),
  'the nodes of the console': row(
    (s) => new NodeChoice(s),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'the contacts': row(
    (s) => new ContactsState(s),
    (it) => it.remove(payeeOf(sessionOf(it))),
  ),
  'an address book': row(
    (s) => new BookImport(s),
    (it) => it.paste(`name,address\nMia,${TXID}\n`),
  ),
  'a contact': row(
    (s) => {
      const it = filled(new ContactForm(s), { name: 'Mia' });
      it.payee.text = addressOf(s);
      return it;
    },
    (it) => it.save(),
  ),
  'a block': row(
    (s) => new ExplorerState(s),
    (it) => it.showBlock('3381200'),
    { anyWallet: true },
  ),
  'the waiting transactions': row(
    (s) => new MempoolState(s),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'notes of a file': row(
    (s) =>
      filled(new NoteImport(s), {
        preview: { fresh: [{ txid: TXID, note: 'x' }], other: [], same: 0, foreign: 0 },
      }),
    (it) => it.store(),
  ),
  'a note': row(
    (s) => filled(new TransferState(s, s.book.transfers[0]!.txid), { note: 'x' }),
    (it) => it.saveNote(),
  ),
  'a test of a node': row(
    (s) => filled(new NodeForm(s, new NodesState(s)), { address: 'https://node.example:18089' }),
    (it) => it.submit(),
    { anyWallet: true },
  ),
  'the nodes': row(
    (s) => new NodesState(s),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'new words': row(
    (s) => {
      const it = new MakeState(s);
      filled(it.newWallet, { name: 'New', password: 'correct horse', again: 'correct horse' });
      return it;
    },
    (it) => it.loadLanguages(),
    { anyWallet: true },
  ),
  'typed words': row(
    (s) => filled(new RestoreState(s), { text: WORDS }),
    (it) => it.check(true),
    { anyWallet: true },
  ),
  'a watched address': row(
    (s) => filled(new WatchState(s), { address: addressOf(s) }),
    (it) => it.checkAddress(),
    { anyWallet: true },
  ),
  'one’s own node': row(
    (s) => new OwnNodeState(s, 'https://node.example:18089'),
    (it) => it.load(),
    {
      anyWallet: true,
    },
  ),
  'money on paper': row(
    (s) => new PaperState(s),
    (it) => it.load(),
  ),
  'a proof of money': row(
    (s) => new ReserveProofState(s),
    (it) => it.make(),
  ),
  'a signed text': row(
    (s) => filled(new TextSignatureState(s), { message: 'x' }),
    (it) => it.make(),
  ),
  'the link of an address': row(
    (s) => filled(new ReceiveState(s), { amountText: '1' }),
    (it) => it.makeUri(),
  ),
  'an address to receive at': row(
    (s) => new ReceiveState(s),
    (it) => it.newAddress(),
  ),
  'the requests': row(
    (s) => new RequestsState(s.client),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'a value of a program': row(
    (s) => filled(new AttributesState(s), { key: 'shop' }),
    (it) => it.read(),
  ),
  'a companion': row(
    (s) => new CompanionState(s),
    (it) => it.load(),
  ),
  'an integrated address': row(
    (s) => new IntegratedState(s),
    (it) => it.show(),
  ),
  OpenAlias: row(
    (s) => new OpenAliasState(s),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'the words': row(
    (s) => filled(new Guarded(s), { password: 'correct horse' }),
    (it) => it.showWords(),
  ),
  'the file': row(
    (s) => filled(new Guarded(s), { password: 'correct horse' }),
    (it) => it.file('everything'),
  ),
  'the stored data': row(
    (s) => new StorageState(s, undefined),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'a new request': row(
    (s) => new AskForm(s, '1'),
    (it) => it.submit(),
  ),
  'a passkey': row(
    (s) => filled(new PasskeySettings(s, new FakeAuthenticator()), { password: 'correct horse' }),
    (it) => it.add(),
  ),
  'whether passkeys can be used': row(
    (s) => {
      const whyNot = () => heldValue(s, 'passkey_unsupported' as const);
      return new PasskeySettings(s, Object.assign(new FakeAuthenticator(), { whyNot }));
    },
    (it) => it.load(),
  ),
  'the tags in History': row(
    (s) => new HistoryState(s, labelsOf(s)),
    (it) => it.loadTags(),
    { shows: ({ book }) => book.history.tags },
  ),
  'a wallet file': row(
    (s) => new FileState(s),
    (it) => it.pick(fileOf(sessionOf(it))),
    { anyWallet: true },
  ),
  'a cache file': row(
    (s) => new FileState(s),
    (it) => it.pickBeside(fileOf(sessionOf(it))),
    { anyWallet: true },
  ),
  'the camera': row(
    scannerOf,
    (it) =>
      it.start({ videoWidth: 0, play: () => heldValue(sessionOf(it), undefined) } as never, () => 'more'),
    { anyWallet: true },
  ),
  'a day': row(
    (s) => new Birthday(s),
    (it) => it.setDay('2021-03-07'),
    { anyWallet: true },
  ),
  'given keys': row(
    (s) => filled(new GivenKeysForm(s), { text: WORDS }),
    (it) => it.check(),
    { anyWallet: true },
  ),
  'the missing blocks': row(
    (s) => new MissingBlocks(s.client),
    (it) => it.load(),
    { anyWallet: true },
  ),
  'a payee': row(
    (s) => new PayeeInput(s),
    (it) => it.set(addressOf(sessionOf(it)), true),
  ),
  'the key of a payment': row(
    (s) => filled(new PaymentKey(s), { password: 'correct horse' }),
    (it) => it.show(TXID),
  ),
  'reading while closed': row(
    (s) =>
      new ReadingState(s, async () => {
        await s.client.call('x_status', {});
        return { everyMinutes: 15, isOn: () => Promise.resolve(true) } as never;
      }),
    (it) => it.load(),
  ),
  'a wider search': row(
    (s) => filled(new WiderSearch(s), { password: 'correct horse' }),
    (it) => it.start(),
  ),
  'tests of public nodes': row(
    (s) => new PublicTests(s.client),
    (it) => it.testAll(['https://one.example:18089', 'https://two.example:18089']),
    { anyWallet: true },
  ),
  'coins of the development node': row(
    (s) =>
      new Faucet(async () => {
        await s.client.call('x_status', {});
        return Response.json({ txid: TXID });
      }),
    (it) => it.coins({ control: 'http://localhost' } as never, 'x'),
    { anyWallet: true },
  ),
  'the check of a proof': row(
    (s) => filled(new CheckState(s), { proof: 'SigV2abc', address: addressOf(s), message: 'x' }),
    (it) => it.check(),
    { anyWallet: true },
  ),
};

const sessions = new WeakMap<State, Session>();
const sessionOf = (state: State): Session => sessions.get(state)!;

/** The fields that the state holds. What it derives from the session changes with the session. */
const shown = (state: object): string => {
  const fields: Record<string, unknown> = {};
  for (let of = state; of !== Object.prototype; of = Object.getPrototypeOf(of) as object)
    for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(of)))
      if (name !== 'busy' && ('get' in field ? field.set !== undefined : isPlain(field.value)))
        fields[name] ??= Reflect.get(state, name);
  return JSON.stringify(fields, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each));
};
const isPlain = (value: unknown): boolean =>
  typeof value !== 'function' &&
  (typeof value !== 'object' || Object.getPrototypeOf(value ?? {}) === Object.prototype);

const begin = async ({ scenario = 'home', make }: Row) => {
  const port = new HeldPort(scenario, { delay: 0, now: new Date('2026-06-03T15:00:00').getTime() });
  const session = new Session(createClient(port));
  await session.start();
  const state = await make(session);
  sessions.set(state, session);
  port.holds = true;
  return { port, session, state };
};
/** Cuts the action off after each number of answers, until it ends by itself. */
const cut = async (
  row: Row,
  close: (state: State, session: Session) => void,
  seen: (state: State, session: Session) => string,
): Promise<number> => {
  for (let answers = 0; answers < 30; answers += 1) {
    const { port, session, state } = await begin(row);
    let over = false;
    const acting = Promise.resolve(row.act(state as never)).then(
      () => (over = true),
      () => (over = true),
    );
    await settled();
    for (let i = 0; i < answers; i += 1) await port.answer();
    if (port.held.length === 0) {
      await acting;
      state.end();
      return answers;
    }
    const all = (): string => seen(state, session) + JSON.stringify(row.shows?.(session));
    close(state, session);
    const before = all();
    await port.answerAll();
    await acting;
    expect(over).toBe(true);
    expect(all()).toBe(before);
  }
  throw new Error('the action asks without end');
};

afterEach(() => {
  vi.unstubAllGlobals();
});
describe('after its screen was closed', () => {
  test.each(Object.entries(ROWS))('%s: no answer is shown', async (_, row) => {
    const answers = await cut(
      row,
      (state) => {
        state.end();
      },
      shown,
    );
    expect(answers).toBeGreaterThan(0);
  });
});

describe('after the wallet was closed', () => {
  test.each(Object.entries(ROWS).filter(([, row]) => row.anyWallet !== true))(
    '%s: no answer is shown, or changes what the next wallet shows',
    async (_, row) => {
      const close = (_: State, { book, contacts, unsent }: Session): void => {
        book.clear();
        contacts.clear();
        unsent.clear();
      };
      await cut(
        row,
        close,
        (state, { book, contacts, unsent }) => shown(state) + shown(book) + shown(contacts) + shown(unsent),
      );
    },
  );
});
