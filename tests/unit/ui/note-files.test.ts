/** Notes from histories that other wallets saved as CSV, matched by the transaction's id. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { toCsv } from '../../../src/ui/features/history/export.ts';
import { readNotes } from '../../../src/ui/features/history/note-file.ts';
import { NoteImport } from '../../../src/ui/features/history/note-import.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const A = 'ab'.repeat(32);
const B = 'cd'.repeat(32);

/** Heads and lines as the programs write them. */
const FEATHER = [
  'blockHeight,timestamp,date,accountIndex,direction,balanceDelta,amount,fee,txid,description,paymentId,fiatAmount,fiatCurrency',
  `3050000,1705312245,2024-01-15T10:30:45Z,0,in,0.5,0.5,0.0,${A},"Rent, January",,73.10,USD`,
  `3050010,1705313245,2024-01-15T10:47:25Z,0,out,-0.1,0.1,0.00003,${B},"",,14.62,USD`,
].join('\n');
const GUI = [
  'blockHeight,epoch,date,direction,amount,atomicAmount,fee,txid,label,subaddrAccount,paymentId,description',
  `3050000,1705312245,2024-01-15 10:30:45,in,0.500000000000,500000000000,,${A},"Primary account",0,,"'=not a formula"`,
].join('\n');

describe('a saved history', () => {
  it('gives the notes of Feather', () => {
    expect(readNotes(FEATHER)).toEqual([{ txid: A, note: 'Rent, January' }]);
  });
  it('gives the notes of monero-gui, without the sign that keeps them from being formulas', () => {
    expect(readNotes(GUI)).toEqual([{ txid: A, note: '=not a formula' }]);
  });
  it('gives no note for what is no transaction id, and none of a table without the columns', () => {
    expect(readNotes('txid,description\nabc,hello\n')).toEqual([]);
    expect(readNotes('date,amount\n2024,1\n')).toBeUndefined();
    expect(readNotes('txid,description\n"unfinished')).toBeUndefined();
    expect(readNotes('')).toBeUndefined();
  });
});

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  await session.book.refresh(0);
  return { port, session, notes: new NoteImport(session) };
};
const file = (text: string) => new File([text], 'history.csv');

describe('taking over notes', () => {
  it('fills empty notes, keeps others unless the person replaces them, and skips foreign transactions', async () => {
    const { port, session, notes } = await setup();
    const ids = [...new Set(session.book.transfers.map(({ txid }) => txid))];
    const noteOf = (txid: string) => session.book.transfers.find((each) => each.txid === txid)!.note;
    const empty = ids.find((txid) => noteOf(txid) === '')!;
    const other = ids.find((txid) => noteOf(txid) !== '')!;
    const same = ids.filter((txid) => noteOf(txid) !== '')[1]!;
    await notes.pick(
      file(`txid,description\n${empty},First\n${other},Second\n${same},"${noteOf(same)}"\n${A},Foreign`),
    );
    expect(notes.preview).toMatchObject({
      fresh: [{ txid: empty, note: 'First' }],
      other: [{ txid: other, note: 'Second', now: noteOf(other) }],
      same: 1,
      foreign: 1,
    });
    expect(notes.wanted).toEqual([{ txid: empty, note: 'First' }]);
    notes.replace = true;
    expect([await notes.store(), notes.stored]).toEqual([true, '2 notes taken over']);
    const sent = port.calls.filter(({ method }) => method === 'set_tx_notes').map(({ params }) => params);
    expect(sent).toEqual([{ txids: [empty, other], notes: ['First', 'Second'] }]);
  });
  it('knows all notes of a file that Ostro saved itself', async () => {
    const { session, notes } = await setup();
    await notes.pick(file(toCsv(session.book.transfers, labelsOf(session), () => false)));
    expect(notes.preview).toMatchObject({ fresh: [], other: [], foreign: 0 });
    expect(notes.preview!.same).toBeGreaterThan(0);
  });
  it('says why a file cannot be read', async () => {
    const { notes } = await setup();
    await notes.pick(file('hello'));
    expect(notes.fault).toContain('No notes were found');
  });
});
