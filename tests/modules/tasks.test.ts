/**
 * The lint rule that ties an answer to the screen that asked for it must report what it exists for. Violations are planted
 * in a state class and in a component; lines that end with `// late` must be reported, and no others.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const RULE = 'await-through-task';
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ostro-tasks-'));
  cpSync(join(project, 'scripts/tools/checks'), join(copy, 'scripts/tools/checks'), { recursive: true });
  for (const name of ['node_modules', '.oxlintrc.json', 'tsconfig', 'tsconfig.json'])
    symlinkSync(join(project, name), join(copy, name));
  mkdirSync(join(copy, 'src/ui'), { recursive: true });
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

const CLASS = `
class Screen {
  async field(): Promise<void> {
    this.shown = await this.client.call('x'); // late
  }
  async later(): Promise<void> {
    const found = await this.client.call('x'); // late
    if (found) this.shown = found;
  }
  async error(): Promise<void> {
    try {
      await this.client.call('x'); // late
    } catch (error) {
      this.error = error;
    }
  }
  async caught(task: Task): Promise<void> {
    try {
      await task.wait(this.client.call('x')); // late
    } finally {
      this.busy = false;
    }
  }
  async called(): Promise<void> {
    await this.client.call('x'); // late
    toaster.show('Done');
  }
  async own(): Promise<void> {
    await this.client.call('x'); // late
    return this.idle();
  }
  async loop(): Promise<void> {
    for (const each of [1, 2]) {
      this.shown = each;
      await this.client.call('x'); // late
    }
  }
  async outcome(): Promise<void> {
    if (await this.save()) this.shown = 1; // late
    else this.shown = 2;
  }
  async answer(): Promise<void> {
    if (await this.client.call('x')) this.shown = 1; // late
  }
  callback(): void {
    void this.client.call('x').then((found) => { // late
      this.shown = found;
    });
    void this.client.call('x').then(() => toaster.show('Done')); // late
    void this.client.call('x').catch(onclose); // late
  }
  async waited(task: Task): Promise<void> {
    this.shown = await task.wait(this.client.call('x'));
    const [found] = await task.wait(Promise.allSettled([this.client.call('x')]));
    this.error = found.reason;
  }
  async last(): Promise<number> {
    this.shown = 0;
    const { sum } = await this.client.call('x').catch(() => NONE);
    const all = [];
    all.push(sum);
    return Math.max(...all);
  }
  async early(): Promise<void> {
    if (this.shown) {
      await this.client.call('x');
      return;
    }
    this.shown = 1;
  }
  async done(): Promise<boolean> {
    if (!(await this.save())) return false;
    this.shown = 1;
    return (await this.save()) && this.idle();
  }
  async tried(): Promise<void> {
    try {
      await this.loading.run(work);
    } catch (error) {
      this.error = error;
    }
  }
}
`;
const COMPONENT = `<script lang="ts">
  let shown = $state(0);
  const late = async () => {
    shown = await client.call('x'); // late
  };
  const closed = async () => {
    await state.save(); // late
    onclose();
  };
  const fine = async () => {
    const here = router.here();
    if (!(await state.save())) return;
    onclose();
    await tasks.run(async (task) => {
      shown = await task.wait(client.call('x'));
    });
  };
</script>

<button onclick={() => void late().then(onclose)}>{shown}</button><!-- // late -->
`;
const lateLines = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, i) => (line.includes('// late') ? [i + 1] : []));

test('in a state class, an answer that is used after an await without a task is reported, and nothing else', () => {
  writeFileSync(join(copy, 'src/ui/planted.svelte.ts'), CLASS);
  const { stdout } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/oxlint/bin/oxlint'), '--format=unix', 'src/ui/planted.svelte.ts'],
    { cwd: copy, encoding: 'utf8' },
  );
  const found = stdout.split('\n').filter((line) => line.includes(RULE));
  expect(found.map((line) => Number(line.split(':')[1])).sort((a, b) => a - b)).toEqual(lateLines(CLASS));
});

test('in a component, too', async () => {
  const eslint = new ESLint({ cwd: project, overrideConfigFile: join(project, 'scripts/config/eslint.js') });
  const [result] = await eslint.lintText(COMPONENT, { filePath: join(project, 'src/ui/Planted.svelte') });
  const found = (result?.messages ?? []).filter(({ ruleId }) => ruleId?.endsWith(RULE));
  expect(found.map(({ line }) => line)).toEqual(lateLines(COMPONENT));
});
