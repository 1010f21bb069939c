/** A Chromium profile of its own, with preferences that no command-line switch sets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { findHeadlessShell } from '../../scripts/tools/setup/setup.mjs';
import { watchPolicies } from './policy-guard.ts';
import { limit } from './tier.ts';

export interface Profile {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** It blocks third-party cookies: a page inside a page of another site gets a store of its own for that site. */
export async function openProfile(): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-profile-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(
    join(folder, 'Default/Preferences'),
    JSON.stringify({ profile: { cookie_controls_mode: 1, block_third_party_cookies: true } }),
  );
  const executablePath = findHeadlessShell();
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath !== undefined && { executablePath }),
    // Playwright turns the partitioning off in its own --disable-features; the last such switch counts.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-features=HttpsUpgrades,MediaRouter',
    ],
  });
  context.setDefaultTimeout(limit(2));
  watchPolicies(context);
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
