import { relay } from '../src/daemon/relay.ts';
import { files } from '../src/store/files.ts';
import { methods } from '../src/rpc/methods.ts';
export const root = [relay, files, methods];
