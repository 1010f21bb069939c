/** --tx-notify: which programs are started for payments, and how many at once. */
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNotifier, type Spawn } from '../../../src/server/events/notify.ts';
import { readCommand } from '../../../src/server/flags/event-flags.ts';

const txid = (n: number): string => n.toString(16).padStart(64, '0');

/** Programs that end when the test says so. */
const createPrograms = () => {
  const started: (readonly [file: string, args: readonly string[], options: unknown])[] = [];
  const running: EventEmitter[] = [];
  const spawn: Spawn = (file, args, options) => {
    const program = new EventEmitter();
    started.push([file, args, options]);
    running.push(program);
    return program as unknown as ReturnType<Spawn>;
  };
  return { started, running, spawn };
};
const ignore = (): undefined => undefined;

describe('--tx-notify', () => {
  it('is split at spaces and tabs, with quotes as they stand, and its first word must be a file', () => {
    const there = (): boolean => true;
    expect(readCommand('/bin/tell  --tx %s\t"a b"', there)).toEqual(['/bin/tell', '--tx', '%s', '"a', 'b"']);
    expect(() => readCommand('tell %s', () => false)).toThrow('File not found: tell');
  });

  it('starts the program with the id for each %s, and without a shell', () => {
    const { started, spawn } = createPrograms();
    createNotifier(['/bin/tell', 'id=%s;%s', '&&'], { failed: ignore, spawn }).notify([txid(1)]);
    expect(started).toEqual([
      ['/bin/tell', [`id=${txid(1)};${txid(1)}`, '&&'], { stdio: 'ignore', shell: false }],
    ]);
  });

  // threat: shop-events
  it('starts eight at once at most, and the others in order when one ends', () => {
    const { started, running, spawn } = createPrograms();
    const notifier = createNotifier(['/bin/tell', '%s'], { failed: ignore, spawn });
    notifier.notify(Array.from({ length: 20 }, (_, n) => txid(n)));
    expect(started).toHaveLength(8);
    running[3]!.emit('exit', 0);
    running[5]!.emit('exit', 1);
    for (let n = 0; n < running.length; n++) running[n]!.emit('exit', 0);
    expect(started.map(([, [id]]) => id)).toEqual(Array.from({ length: 20 }, (_, n) => txid(n)));
  });

  it('says which program does not start, and goes on', () => {
    const { started, running, spawn } = createPrograms();
    const said: string[] = [];
    const notifier = createNotifier(['/bin/tell', '%s'], { failed: (why) => said.push(why), spawn });
    notifier.notify(Array.from({ length: 9 }, (_, n) => txid(n)));
    running[0]!.emit('error', new Error('EACCES'));
    expect(said).toEqual([`--tx-notify: /bin/tell did not start for ${txid(0)}: EACCES`]);
    expect(started).toHaveLength(9);
  });

  // threat: shop-events
  it('starts nothing for a text that is no id of a transaction', () => {
    const { started, spawn } = createPrograms();
    const notifier = createNotifier(['/bin/tell', '%s'], { failed: ignore, spawn });
    notifier.notify(['', '$(reboot)', `${txid(1)} --more`]);
    expect(started).toEqual([]);
  });

  it('starts a real program', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-notify-'));
    const script = join(dir, 'tell.mjs');
    const told = join(dir, 'told');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.argv[3]);`,
    );
    const ended = new EventEmitter();
    const spawn: Spawn = (...call) => {
      const program = real(...call);
      program.once('exit', () => ended.emit('exit'));
      return program;
    };
    const { spawn: real } = await import('node:child_process');
    createNotifier([process.execPath, script, told, '%s'], { failed: ignore, spawn }).notify([txid(7)]);
    await once(ended, 'exit');
    expect(existsSync(told) && readFileSync(told, 'utf8')).toBe(txid(7));
    rmSync(dir, { recursive: true });
  });
});
