/**
 * Collects what a Content Security Policy, Trusted Types or a permissions policy refused in the pages of a journey.
 * Chromium reports each refusal on the console of the page, with the name of the policy.
 */
import type { Browser, BrowserContext } from '@playwright/test';

const REFUSAL =
  /Content Security Policy|Trusted ?(Types?|HTML|Script(URL)?)\b|[Pp]ermissions policy|Refused to /;

/** What was refused in all watched contexts of this process. */
export const refusals: string[] = [];

const watched = new WeakSet<BrowserContext>();

/** Adds each refusal in the context's pages, of now and later, to `refusals`. */
export function watchPolicies(context: BrowserContext): void {
  if (watched.has(context)) return;
  watched.add(context);
  context.on('console', (message) => {
    if (message.type() === 'error' && REFUSAL.test(message.text()))
      refusals.push(`${message.page()?.url() ?? 'a worker'}: ${message.text()}`);
  });
}

/** Watches each context that the browser makes from now on. */
export function watchNewContexts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    watchPolicies(context);
    return context;
  };
}
