/**
 * Finds the texts in the files of src/ui, and replaces them by look-ups in a catalogue, with wuchale. In the source the
 * texts stay where they are, in English.
 * A comment `@wc-context: WORD` before a text distinguishes equal English words that have different translations.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { adapter as svelteAdapter } from '@wuchale/svelte';
import { getKey, IndexTracker } from 'wuchale';
import { adapter as scriptAdapter } from 'wuchale/adapter-vanilla';
import { isText } from './what-is-text.ts';

/**
 * A text of the source. `forms`: one, or the English forms of a plural. `files`: where it stands, with the expressions
 * that its placeholders stand for.
 */
export interface Text {
  readonly key: string;
  readonly forms: readonly string[];
  readonly context: string | undefined;
  readonly files: string[];
  readonly placeholders: readonly (readonly [number, string])[];
}
/** The texts of the first screens come with the page, those of all others are loaded after it. */
export type Group = 'first' | 'rest';
export const GROUPS: readonly Group[] = ['first', 'rest'];
export function groupOf(file: string): Group {
  return /^src\/ui\/features\/(?!open|overview|consent)/.test(file) ? 'rest' : 'first';
}
export function hasTexts(file: string) {
  return /^src\/ui\/(?!texts\/).+\.(svelte|ts)$/.test(file) && !file.endsWith('.gen.ts');
}

const same = (code: string) => code;
const plain = { wrapInit: same, wrapUse: same };
const settings = {
  heuristic: isText,
  // `counted(n, ['# block', '# blocks'])`: its texts are the forms of a plural.
  patterns: [{ name: 'counted', args: ['other', 'message'] as ('other' | 'message')[] }],
  // The language is the same as long as the page lives, so each module looks up without reactivity.
  runtime: {
    useReactive: false,
    initReactive: ({ funcName }: { funcName?: string | undefined }) =>
      funcName === undefined ? false : null,
    plain,
    reactive: plain,
  },
};
const adapters = { svelte: svelteAdapter(settings), ts: scriptAdapter(settings) };

/**
 * The file with look-ups instead of texts. `runtime` names the export of src/ui/texts/runtime.ts that it uses.
 * `file`: Relative to the project.
 */
async function transform(file: string, content: string, index: IndexTracker, runtime: Group) {
  const { transform } = file.endsWith('.svelte') ? adapters.svelte : adapters.ts;
  const expr = { plain: runtime, reactive: runtime };
  return transform({ content, filename: file, index, expr, matchUrl: () => null });
}

/**
 * The code of a file with look-ups. Undefined if it has no texts, or one without a number: a new text of the development
 * server, whose file stays English until the next start.
 * `numbers`: The number of each text in the catalogue of the file's group.
 */
export async function withLookUps(file: string, content: string, numbers: ReadonlyMap<string, number>) {
  const index = new IndexTracker();
  const fresh: string[] = [];
  index.get = (key) => {
    const number = numbers.get(key);
    if (number === undefined) fresh.push(key);
    return number ?? 0;
  };
  const group = groupOf(file);
  const { msgs, output } = await transform(file, content, index, group);
  if (msgs.length === 0 || fresh.length > 0) return undefined;
  const up = '../'.repeat(file.split('/').length - 3);
  // wuchale declares the name that it looks up with in components only.
  const name = file.endsWith('.svelte') ? group : `${group} as _w_runtime_`;
  return output(`import { ${name} } from '${up}texts/runtime.ts';`);
}

/**
 * All texts of src/ui, in the order of files and lines, so that each build gives them the same numbers.
 */
export async function collectTexts(root: string): Promise<Map<Group, Map<string, Text>>> {
  const texts = new Map<Group, Map<string, Text>>();
  for (const group of GROUPS) texts.set(group, new Map());
  const files = readdirSync(join(root, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/ui/${path.split(sep).join('/')}`)
    .filter(hasTexts)
    .sort();
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8');
    const { msgs } = await transform(file, content, new IndexTracker(), groupOf(file));
    const known = texts.get(groupOf(file));
    for (const { msgStr, context, placeholders } of msgs) {
      const key = getKey(msgStr, context);
      const text = known?.get(key) ?? { key, forms: msgStr, context, files: [], placeholders };
      if (!text.files.includes(file)) text.files.push(file);
      known?.set(key, text);
    }
  }
  return texts;
}
