#!/usr/bin/env node
/** `npm run wallet-rpc -- [flags of monero-wallet-rpc]`: installs the packages if they are missing, and starts the server. */
import { ensureDependencies } from './tools/setup/setup.mjs';
import { importTypeScript } from './tools/setup/typescript.mjs';

await ensureDependencies();
await importTypeScript('src/server/source-tree.ts');
