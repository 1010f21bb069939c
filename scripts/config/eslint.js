import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import tasks from '../tools/checks/lint-tasks.mjs';
import svelteConfig from '../../svelte.config.js';

/**
 * For components alone, which need a parser of their own. Oxlint (.oxlintrc.json) checks all other files. Rules that need
 * types are in eslint-typed.js: they take ten times as long, and `npm run test:all` has them.
 */
export default defineConfig(
  { ignores: ['dist', 'node_modules', 'tests/modules/planted'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.svelte'],
    plugins: { 'ostro-page': tasks },
    rules: {
      'ostro-page/await-through-task': 'error',
      'max-lines-per-function': ['error', { max: 80, IIFEs: true }],
      'no-var': 'error',
      'prefer-const': 'error',
      'prefer-rest-params': 'error',
      'prefer-spread': 'error',
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte'],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        svelteConfig,
        extraFileExtensions: ['.svelte'],
      },
    },
  },
);
