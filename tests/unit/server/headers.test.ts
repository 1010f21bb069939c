/** What the policy of each page allows, checked with Google's CSP evaluator, and the headers that every host has to send. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { headersOf, metaPolicyOf, offlinePolicyOf, pageOf } from '../../../src/server/http/headers.ts';

const root = join(import.meta.dirname, '../../..');
const pages = ['index', 'connect', 'frame'] as const;
const policyOf = (page: (typeof pages)[number]) => headersOf(page)['Content-Security-Policy'];
const policies = pages.flatMap((page) => [
  [`header of ${page}.html`, policyOf(page)] as const,
  [`${page}.html`, metaPolicyOf(page)] as const,
]);
const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1).sort()] as const),
  );
/** The weaknesses that Google's evaluator reports, without those that "may be" one: it says that of every 'self'. */
const weaknesses = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    // Nodes on this machine, and sites under development there: their requests do not reach a network.
    .filter(({ value }) => !/^http:\/\/((\*\.)?localhost|127\.0\.0\.1):\*$/.test(value ?? ''))
    .map(({ directive, value, description }) => [directive, value, description]);

describe('the policy of the app', () => {
  // threat: injected-script
  it.each(policies)('has no weakness that the CSP evaluator finds (%s)', (_, policy) => {
    expect(weaknesses(policy)).toEqual([]);
    // The evaluator reports a policy that is wrong.
    expect(weaknesses(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"))).not.toEqual(
      [],
    );
  });
  it('allows the offline edition one script, one style sheet, and no request', () => {
    const policy = offlinePolicyOf('sha256-c2NyaXB0', 'sha256-c3R5bGU=');
    expect(weaknesses(policy)).toEqual([]);
    expect(directives(policy)).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'sha256-c2NyaXB0'", "'wasm-unsafe-eval'"],
      'style-src': ["'sha256-c3R5bGU='"],
      'worker-src': ['blob:'],
      'connect-src': ["'none'"],
      'form-action': ["'none'"],
      'require-trusted-types-for': ["'script'"],
    });
    expect(policy).not.toMatch(/'self'|https?:/);
  });
  it.each(policies)('has no unsafe directive but wasm-unsafe-eval (%s)', (_, policy) => {
    expect(policy.match(/'[\w-]*unsafe[\w-]*'/g)).toEqual(["'wasm-unsafe-eval'"]);
  });
  it.each(policies)('requires Trusted Types and names the policies (%s)', (_, policy) => {
    const { 'require-trusted-types-for': required, 'trusted-types': names } = directives(policy);
    expect(required).toEqual(["'script'"]);
    expect(names).toEqual(['default', 'svelte-trusted-html']);
  });
  it.each(pages)('allows resources of its own site only, in two directives (%s)', (page) => {
    const { 'connect-src': _asked, 'frame-ancestors': _framing, ...inHeader } = directives(policyOf(page));
    const { 'connect-src': _asks, ...inPage } = directives(metaPolicyOf(page));
    expect(inPage).toEqual(inHeader);
    for (const [name, values] of Object.entries(inHeader))
      expect(
        values.every((value) =>
          /^'(none|self|wasm-unsafe-eval|script)'$|^(data:|blob:)$|^[a-z-]+$/.test(value),
        ),
        name,
      ).toBe(true);
  });
  it('allows frame.html alone in frames of other sites, and lets it reach no node', () => {
    expect(directives(policyOf('index'))['frame-ancestors']).toEqual(["'none'"]);
    expect(directives(policyOf('connect'))['frame-ancestors']).toEqual(["'none'"]);
    expect(directives(policyOf('frame'))['frame-ancestors']).toContain('https:');
    expect(directives(policyOf('frame'))['connect-src']).toEqual(["'self'"]);
    expect(directives(metaPolicyOf('frame'))['connect-src']).toEqual(["'self'"]);
  });
  // threat: framing
  it('allows only the pages that a build for frames names, and keeps connect.html out of every frame', () => {
    const framed = (page: (typeof pages)[number]) =>
      headersOf(page, {}, ["'self'", 'https://shop.example'])['Content-Security-Policy'];
    expect(directives(framed('index'))['frame-ancestors']).toEqual(["'self'", 'https://shop.example']);
    expect(framed('index').replace("'self' https://shop.example;", "'none';")).toBe(policyOf('index'));
    expect(framed('connect')).toBe(policyOf('connect'));
    expect(framed('frame')).toBe(policyOf('frame'));
    expect(weaknesses(framed('index'))).toEqual([]);
  });
  it('stands in the page, built and in development', () => {
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toContain(
      '<meta http-equiv="Content-Security-Policy" content="%POLICY%" />',
    );
  });
});

describe('the headers of the app', () => {
  it.each(['index', 'frame'] as const)(
    'isolate its window and its files from other sites, send no referrer and disable type sniffing (%s)',
    (page) => {
      expect(headersOf(page)).toMatchObject({
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      });
    },
  );
  it('of connect.html differ in the opener policy only', () => {
    expect(headersOf('connect')).toEqual({
      ...headersOf('index'),
      'Cross-Origin-Opener-Policy': 'unsafe-none',
    });
  });
  it.each([
    ['/connect.html', 'connect'],
    ['/wallet/frame.html', 'frame'],
    ['/', 'index'],
    ['/assets/frame.html-1.js', 'index'],
    ['/myframe.html', 'index'],
  ])('are chosen by the name of the file (%s)', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });
  it.each([
    ['camera', /\.getUserMedia\(/],
    ['display-capture', /\.getDisplayMedia\(/],
    ['clipboard-read', /clipboard!?\.readText/],
    ['clipboard-write', /\.writeText\(/],
    ['screen-wake-lock', /\.wakeLock/],
    ['publickey-credentials-create', /credentials\.create\(/],
    ['publickey-credentials-get', /credentials\.get\(/],
  ])('allow %s, because the page uses it', (feature, use) => {
    const sources = readdirSync(join(root, 'src/ui'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte)$/.test(name))
      .map((name) => readFileSync(join(root, 'src/ui', name), 'utf8'));
    expect(sources.some((source) => use.test(source))).toBe(true);
    expect(headersOf('index')['Permissions-Policy'].split(', ')).toContain(`${feature}=(self)`);
  });
});
