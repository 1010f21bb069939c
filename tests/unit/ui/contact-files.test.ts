/** Address books in the forms of other wallets: read with a preview of each entry, and written back. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { bookCsv, bookJson, MAX_ENTRIES, readBook } from '../../../src/ui/features/contacts/book-file.ts';
import { BookImport } from '../../../src/ui/features/contacts/import.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { known } from '../../support/rpc/fixture.ts';

const ADA = known.addresses[0]!.address;
const BOB = known.addresses[1]!.address;
const pairs = (text: string) => readBook(text)?.map(({ address, name }) => [address, name]);

describe('an address book of another wallet', () => {
  it('is read from the CSV of Feather', () => {
    expect(pairs(`address,description\n${ADA},"Ada"\n${BOB},"Bob, the baker"\n`)).toEqual([
      [ADA, 'Ada'],
      [BOB, 'Bob, the baker'],
    ]);
  });
  it('is read from the answer of monero-wallet-rpc, alone and in its envelope', () => {
    const result = {
      entries: [
        { address: ADA, description: 'Ada', index: 0, payment_id: '0000000000000000' },
        { address: BOB, description: '', index: 1, payment_id: '60900e5603bf96e3' },
      ],
    };
    for (const value of [result, { id: '0', jsonrpc: '2.0', result }])
      expect(readBook(JSON.stringify(value))).toEqual([
        { address: ADA, name: 'Ada', paymentId: '' },
        { address: BOB, name: '', paymentId: '60900e5603bf96e3' },
      ]);
  });
  it('has a short payment ID also where an older monero-wallet-rpc filled it up with zeros', () => {
    const entries = ['60900e5603bf96e3', '0000000000000000', 'a'.repeat(16)].map((id) => ({
      ...{ address: ADA, description: '', index: 0 },
      payment_id: `${id}${'0'.repeat(48)}`,
    }));
    const read = readBook(JSON.stringify({ entries }));
    expect(read?.map(({ paymentId }) => paymentId)).toEqual(['60900e5603bf96e3', '', 'a'.repeat(16)]);
  });
  it('is read from the lines of monero-wallet-cli', () => {
    const text = `Index: 0\nAddress: ${ADA}\nDescription: Ada\n\nIndex: 1\nAddress: ${BOB}\nDescription: \n\n`;
    expect(pairs(text)).toEqual([
      [ADA, 'Ada'],
      [BOB, ''],
    ]);
  });
  it('is read from any list with name and address, in either order', () => {
    expect(pairs(JSON.stringify([{ name: 'Ada', address: ADA, raw: 0 }]))).toEqual([[ADA, 'Ada']]);
    expect(pairs(`Name;Address\r\nAda;${ADA}\r\n`)).toEqual([[ADA, 'Ada']]);
    expect(pairs(`Ada\t${ADA}\nBob\t${BOB}`)).toEqual([
      [ADA, 'Ada'],
      [BOB, 'Bob'],
    ]);
  });
  it('keeps both a name and a description', () => {
    const text = `name,address,description\nAda,${ADA},Landlady\nBob,${BOB},\n,${ADA},Only this\n`;
    expect(pairs(text)).toEqual([
      [ADA, 'Ada, Landlady'],
      [BOB, 'Bob'],
      [ADA, 'Only this'],
    ]);
  });
  // threat: hostile-text
  it('has names on one line without invisible characters, and at most 5000 entries', () => {
    expect(pairs(`\uFEFFaddress,description\n${ADA},"Ada\u200b\u202e\nEve"\n`)).toEqual([[ADA, 'Ada Eve']]);
    const rows = Array.from({ length: MAX_ENTRIES + 1 }, () => `${ADA},x`).join('\n');
    expect(readBook(`address,description\n${rows}`)).toBeUndefined();
  });
  it.each(['', 'hello', '{', '[1,2]', '{"entries":{}}', '"a","b', 'a,b\n"c"d,e', 'null', '[]'])(
    'is not found in %j',
    (text) => {
      expect(readBook(text)).toBeUndefined();
    },
  );
  it('comes back from what is written, in both forms', () => {
    const book = [
      { address: ADA, name: 'Ada' },
      { address: BOB, name: '=HYPERLINK("https://evil.example")' },
    ];
    expect(pairs(bookJson(book))).toEqual(book.map(({ address, name }) => [address, name]));
    const csv = bookCsv(book);
    expect(csv.split('\n')[0]).toBe('address,description');
    expect(pairs(csv)?.[0]).toEqual([ADA, 'Ada']);
  });
  // threat: hostile-text
  it('is written so that no name is a formula, and with one comma in a line, as Feather reads it', () => {
    const csv = bookCsv([{ address: ADA, name: '=1+1, "x"' }]);
    for (const line of csv.trim().split('\n')) expect(line.split(',')).toHaveLength(2);
    expect(csv).toContain(`${ADA},'=1+1 x`);
  });
});

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  await session.contacts.load();
  return { port, session, book: new BookImport(session) };
};
const added = (port: FakePort) =>
  port.calls.filter(({ method }) => method === 'add_address_book').map(({ params }) => params);

describe('reading contacts', () => {
  it('shows what each entry is before anything is added', async () => {
    const { port, session, book } = await setup();
    const old = session.contacts.list[0]!;
    const fresh = known.addresses.map(({ address }) => address).find((each) => !session.contacts.find(each))!;
    const stagenet = '5' + 'x'.repeat(94);
    await book.paste(
      [
        'address,description',
        `${old.address},"Another name"`,
        `${fresh},"New one"`,
        `${fresh},"New one again"`,
        `${stagenet},"Wrong"`,
        `${fresh.slice(0, 90)},"Cut"`,
      ].join('\n'),
    );
    expect(book.entries?.map(({ kind }) => kind)).toEqual(['known', 'new', 'known', 'wrong', 'wrong']);
    expect(book.entries?.[0]?.why).toBe(`You call it ${old.name}.`);
    expect(book.wrong.every(({ why }) => why !== '')).toBe(true);
    expect(added(port)).toEqual([]);
    expect([await book.add(), book.added]).toEqual([true, '1 contact added']);
    expect(added(port)).toEqual([{ address: fresh, description: 'New one' }]);
    expect(session.contacts.find(fresh)?.name).toBe('New one');
  });
  it('adds entries with one address and several payment IDs, and knows each in a second import', async () => {
    const { port, book } = await setup();
    const text = JSON.stringify({
      entries: ['1', '2', '1'].map((digit, index) => ({
        ...{ address: ADA, description: `Invoice ${digit}`, index },
        payment_id: digit.repeat(16),
      })),
    });
    await book.paste(text);
    expect(book.entries?.map(({ kind }) => kind)).toEqual(['new', 'new', 'known']);
    expect(book.entries?.[2]?.why).toBe('It is in the file twice.');
    expect([await book.add(), book.added]).toEqual([true, '2 contacts added']);
    expect(added(port).map((params) => params['address'])).toEqual(book.fresh.map((each) => each.address));
    await book.paste(text);
    expect([book.known, book.fresh, book.wrong]).toEqual([3, [], []]);
  });
  it('says that an address is on another network', async () => {
    const { port, book } = await setup();
    port.answerNext('validate_address', {
      valid: true,
      integrated: false,
      subaddress: false,
      nettype: 'stagenet',
      openalias_address: '',
    });
    await book.paste(`address,description\n${'5'.repeat(95)},"Test"`);
    expect(book.wrong.map(({ why }) => why)).toEqual([
      'This address is on another network than your wallet.',
    ]);
  });
  it('says why a file cannot be read', async () => {
    const { book } = await setup();
    await book.paste('no contacts here');
    expect(book.fault).toContain('No address book was found');
    await book.pick(new File([new Uint8Array((4 << 20) + 1)], 'large.csv'));
    expect(book.fault).toContain('too large');
  });
  it('looks at each entry again when adding fails in the middle', async () => {
    const { port, session, book } = await setup();
    const [first, second] = known.addresses
      .map(({ address }) => address)
      .filter((each) => !session.contacts.find(each));
    await book.paste(`${first},A\n${second},B`);
    port.refuseNext('add_address_book', 'wrong_network');
    expect(await book.add()).toBe(false);
    expect(book.error).toBeDefined();
  });
});
