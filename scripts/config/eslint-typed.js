import { join } from 'node:path';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import untyped from './eslint.js';

/** The rules for components that need types, on top of eslint.js. */
export default defineConfig(
  {
    files: ['**/*.svelte'],
    extends: [...tseslint.configs.strictTypeChecked],
    rules: {
      // Typed arrays and fixed tables are indexed in bounds all over the codecs; the compiler still checks reads.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allow: ['bigint'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // After the rules of TypeScript, whose parser it replaces.
  ...untyped,
  {
    files: ['**/*.svelte'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: join(import.meta.dirname, '../..') },
    },
  },
);
