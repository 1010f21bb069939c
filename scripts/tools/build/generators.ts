/**
 * The programs that write generated files, below scripts/tools, in the order in which they run: a later one reads what an earlier one
 * has written. `npm run gen`, `npm run gen:check` and `npm test` take the list from here.
 */
export const GENERATORS = ['build/gen-registry.ts', 'build/gen-headers.ts', 'texts/gen-texts.ts'];
