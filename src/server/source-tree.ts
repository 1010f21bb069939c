/** The wallet server in a source tree. */
import { sourceTree } from '../nodejs/source-tree.ts';
import { runServer } from './main.ts';
import { createNodeHost } from './node-host.ts';

runServer({ command: 'npm run wallet-rpc --', openHost: () => createNodeHost(sourceTree) });
