/** The parts of the package that are made from the code: the declarations of the methods and the reference. */
import { describe, expect, it } from 'vitest';
import { libraryMethods, type TypedMethod } from '../../../../../scripts/tools/build/library-methods.ts';
import { libraryReference } from '../../../../../scripts/tools/build/library-reference.ts';
import { faultCodes } from '../../../../../src/rpc/errors.ts';
import { registry } from '../../../../../src/rpc/registry.gen.ts';

const table = registry as unknown as Readonly<Record<string, TypedMethod>>;

describe('the declarations of the methods', () => {
  it('have every method but those of the page alone, and every fault once', () => {
    const text = libraryMethods(table, new Map(), faultCodes);
    const wanted = Object.keys(table).filter((name) => !table[name]!.pageOnly);
    expect([...text.matchAll(/^readonly (\w+): \{$/gm)].map(([, name]) => name)).toEqual(wanted);
    expect(wanted.length).toBeLessThan(Object.keys(table).length);
    expect(new Set(faultCodes).size).toBe(faultCodes.length);
    for (const code of faultCodes) expect(text).toContain(`'${code}'`);
  });
});

describe('the reference of the library', () => {
  it('has a comment for every public name of every entry', () => {
    const sections = libraryReference().split(/^### /m).slice(1);
    expect(sections.length).toBeGreaterThan(50);
    for (const section of sections) expect(section).toMatch(/^\w+\n\n\S[^]*\n\n```ts\n/);
  });
});
