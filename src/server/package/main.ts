#!/usr/bin/env node
/** The wallet server of the package `ostro-wallet-rpc`, whose other files lie beside it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runServer } from '../main.ts';
import { createNodeHost } from '../node-host.ts';

const beside = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href;

runServer({
  command: 'ostro-wallet-rpc',
  openHost: () => createNodeHost({ thread: beside('thread.mjs'), kernel: beside('../kernel/') }),
});
