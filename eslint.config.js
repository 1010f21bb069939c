import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'dist-sdk',
      'node_modules',
      'public',
      '.cache',
      // The journeys write and delete here while the linter runs beside them.
      'test-results',
      'playwright-report',
      'src/kernel/assembly',
      'tests/modules/planted',
      '**/*.gen.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.svelte', 'scripts/**/*.mjs'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Typed arrays and fixed tables are indexed in bounds all over the codecs; the compiler still checks reads.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allow: ['bigint'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    files: ['**/*.{js,mjs}'],
    ignores: ['examples/**'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['examples/**/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // A constant with a type annotation states a contract, so it may stay an arrow function.
          selector:
            'Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression',
          message: 'Export functions as function declarations: outlines, tools and stack traces name them.',
        },
      ],
    },
  },
  {
    // Closures count as well, so that a main flow cannot grow into one function over many locals.
    files: ['src/**', 'workers/**', 'scripts/**'],
    rules: { 'max-lines-per-function': ['error', { max: 80, IIFEs: true }] },
  },
);
