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
import { isText } from './what-is-text.mjs';

/**
 * A text of the source. `forms`: one, or the English forms of a plural. `files`: where it stands, with the expressions
 * that its placeholders stand for.
 * @typedef {{
 *   readonly key: string, readonly forms: readonly string[], readonly context: string | undefined,
 *   readonly files: string[], readonly placeholders: readonly (readonly [number, string])[]
 * }} Text
 */
/** The texts of the first screens come with the page, those of all others are loaded after it.
 * @typedef {'first' | 'rest'} Group
 */
/** @type {readonly Group[]} */
export const GROUPS = ['first', 'rest'];
/** @returns {Group} */
export function groupOf(/** @type {string} */ file) {
  return /^src\/ui\/features\/(?!open|overview|consent)/.test(file) ? 'rest' : 'first';
}
export function hasTexts(/** @type {string} */ file) {
  return /^src\/ui\/(?!texts\/).+\.(svelte|ts)$/.test(file) && !file.endsWith('.gen.ts');
}

const same = (/** @type {string} */ code) => code;
const plain = { wrapInit: same, wrapUse: same };
const settings = {
  heuristic: isText,
  // `counted(n, ['# block', '# blocks'])`: its texts are the forms of a plural.
  patterns: [{ name: 'counted', args: /** @type {('other' | 'message')[]} */ (['other', 'message']) }],
  // The language is the same as long as the page lives, so each module looks up without reactivity.
  runtime: {
    useReactive: false,
    initReactive: (/** @type {{ funcName?: string | undefined }} */ { funcName }) =>
      funcName === undefined ? false : null,
    plain,
    reactive: plain,
  },
};
const adapters = { svelte: svelteAdapter(settings), ts: scriptAdapter(settings) };

/**
 * The file with look-ups instead of texts. `runtime` names the export of src/ui/texts/runtime.ts that it uses.
 * @param {string} file Relative to the project.
 * @param {string} content
 * @param {IndexTracker} index
 * @param {Group} runtime
 */
async function transform(file, content, index, runtime) {
  const { transform } = file.endsWith('.svelte') ? adapters.svelte : adapters.ts;
  const expr = { plain: runtime, reactive: runtime };
  return transform({ content, filename: file, index, expr, matchUrl: () => null });
}

/**
 * The code of a file with look-ups. Undefined if it has no texts, or one without a number: a new text of the development
 * server, whose file stays English until the next start.
 * @param {string} file
 * @param {string} content
 * @param {ReadonlyMap<string, number>} numbers The number of each text in the catalogue of the file's group.
 */
export async function withLookUps(file, content, numbers) {
  const index = new IndexTracker();
  /** @type {string[]} */
  const fresh = [];
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
 * @param {string} root
 * @returns {Promise<Map<Group, Map<string, Text>>>}
 */
export async function collectTexts(root) {
  /** @type {Map<Group, Map<string, Text>>} */
  const texts = new Map();
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
