/** What the app's policy allows, checked with Google's CSP evaluator, and the headers that every host has to send. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { metaPolicy, securityHeaders, securityPolicy } from '../../../../../scripts/tools/build/headers.mjs';

const root = join(import.meta.dirname, '../../../../..');
const header = securityHeaders['Content-Security-Policy'];
const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1).sort()] as const),
  );
/** The weaknesses that Google's evaluator reports, without those that "may be" one: it says that of every 'self'. */
const weaknesses = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    // Nodes on this machine: their requests do not reach a network.
    .filter(({ value }) => !/^http:\/\/(localhost|127\.0\.0\.1):\*$/.test(value ?? ''))
    .map(({ directive, value, description }) => [directive, value, description]);

describe('the policy of the app', () => {
  it.each([
    ['header', header],
    ['page', metaPolicy],
  ])('has no weakness that the CSP evaluator finds (%s)', (_, policy) => {
    expect(weaknesses(policy)).toEqual([]);
    // The evaluator reports a policy that is wrong.
    expect(weaknesses(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"))).not.toEqual(
      [],
    );
  });
  it.each([
    ['header', header],
    ['page', metaPolicy],
  ])('requires Trusted Types and names the policies (%s)', (_, policy) => {
    const { 'require-trusted-types-for': required, 'trusted-types': names } = directives(policy);
    expect(required).toEqual(["'script'"]);
    expect(names).toEqual(['ostro', 'svelte-trusted-html']);
  });
  it('allows resources of its own site only, in two directives', () => {
    const { 'connect-src': _asked, 'frame-ancestors': framing, ...inHeader } = directives(header);
    const { 'connect-src': _asks, ...inPage } = directives(metaPolicy);
    expect(framing).toEqual(["'none'"]);
    expect(inPage).toEqual(inHeader);
    for (const [name, values] of Object.entries(inHeader))
      expect(
        values.every((value) =>
          /^'(none|self|wasm-unsafe-eval|script)'$|^(data:|blob:)$|^[a-z-]+$/.test(value),
        ),
        name,
      ).toBe(true);
  });
  it('stands in the page, built and in development', () => {
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toContain(
      '<meta http-equiv="Content-Security-Policy" content="%POLICY%" />',
    );
    expect(securityPolicy().name).toBe('ostro-policy');
  });
});

describe('the headers of the app', () => {
  it('isolate its window and its files from other sites, send no referrer and disable type sniffing', () => {
    expect(securityHeaders).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
  });
});
