#!/usr/bin/env node
/** The wallet server of the package `ostro-wallet-rpc`: the built app lies beside it, and it installs nothing. */
import { join } from 'node:path';
import { findChromium, SetupError } from '../../../scripts/tools/setup/setup.mjs';
import { runServer } from '../main.ts';

runServer({
  command: 'ostro-wallet-rpc',
  prepare: () => {
    const executablePath = findChromium();
    if (executablePath === undefined)
      throw new SetupError('No Chromium found. Install Chromium or Chrome, or name it in OSTRO_CHROMIUM.');
    return { executablePath, dist: join(import.meta.dirname, 'app') };
  },
});
