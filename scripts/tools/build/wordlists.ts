/**
 * Builds src/protocol/mnemonic/words/*.ts by asking a real monero-wallet-rpc: `node scripts/run.mjs scripts/tools/build/wordlists.ts [language…]`.
 *
 * A spend key is eight groups of four bytes, and each group is written as three words. Keys are chosen so that their
 * phrases spell the list from its first word to its last, 24 words a wallet, 68 wallets a language: about one minute
 * each. No phrase is known beforehand, so the wallets are made from keys. Old English can no longer be asked for; its
 * list (english-old.ts) is protocol data that does not change.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installKernel } from '../../../src/kernel/kernel.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { callRpc, startWalletRpc } from '../app/monero.ts';
import { ensureMonero, projectRoot } from '../setup/setup.mjs';

const LIST_WORDS = 1626;
const PHRASE_WORDS = 24;
const LINE_WIDTH = 110;

installKernel(refKernel);

/** A key whose phrase is the list's words from `first` on. Each group's words follow each other, so its digits are (w, 1, 1). */
const keyOf = (first: number) => {
  const key = new DataView(new ArrayBuffer(32));
  for (let group = 0; group < 8; group++) {
    const word = (first + 3 * group) % LIST_WORDS;
    key.setUint32(4 * group, word + LIST_WORDS + LIST_WORDS * LIST_WORDS, true);
  }
  return new Uint8Array(key.buffer);
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const phraseOf = async (url: string, language: string, key: Uint8Array) => {
  const account = accountFromSeed(key);
  if (hex(account.spendSecret) !== hex(key)) throw new Error('a chosen key must be reduced already');
  await callRpc(url, 'generate_from_keys', {
    filename: '',
    password: '',
    address: formatAddress({ network: 'mainnet', kind: 'standard', ...account }),
    spendkey: hex(account.spendSecret),
    viewkey: hex(account.viewSecret),
    language,
    autosave_current: false,
  });
  const answer = (await callRpc(url, 'query_key', { key_type: 'mnemonic' })) as { key: string };
  const words = answer.key.split(' ');
  if (words.length !== PHRASE_WORDS + 1) throw new Error(`${language}: a phrase of ${words.length} words`);
  return words.slice(0, PHRASE_WORDS);
};

const listOf = async (url: string, language: string) => {
  const words: string[] = [];
  while (words.length < LIST_WORDS) words.push(...(await phraseOf(url, language, keyOf(words.length))));
  const list = words.slice(0, LIST_WORDS);
  if (new Set(list).size !== LIST_WORDS) throw new Error(`${language}: a word occurs twice`);
  return list;
};

const moduleOf = (language: string, words: readonly string[]) => {
  const lines = [''];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= LINE_WIDTH) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return `/** The ${language} seed words, in order. Made by scripts/tools/build/wordlists.ts; not edited by hand. */
export const words = \`
${lines.join('\n')}
\`;
`;
};
const fileOf = (language: string) =>
  `${language
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')}.ts`;

const dir = mkdtempSync(join(tmpdir(), 'wordlists-'));
const wallet = await startWalletRpc({
  bin: await ensureMonero(),
  dir,
  daemonUrl: 'http://127.0.0.1:1',
  args: ['--offline'],
});
try {
  const { languages } = (await callRpc(wallet.url, 'get_languages')) as { languages: readonly string[] };
  const wished = process.argv.slice(2);
  for (const language of wished.length > 0 ? wished : languages) {
    const path = join(projectRoot, 'src/protocol/mnemonic/words', fileOf(language));
    writeFileSync(path, moduleOf(language, await listOf(wallet.url, language)));
    console.log(path);
  }
} finally {
  await wallet.child.stop();
  rmSync(dir, { recursive: true, force: true });
}
