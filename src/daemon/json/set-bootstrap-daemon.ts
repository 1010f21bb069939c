/** /set_bootstrap_daemon: the node that answers while this one is behind. Upstream: `COMMAND_RPC_SET_BOOTSTRAP_DAEMON`. */
import { opt, text } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

/** An empty address: none. */
export const setBootstrapDaemon = pathCall('/set_bootstrap_daemon', {
  admin: true,
  request: { address: text(2048), username: opt(text()), password: opt(text()), proxy: opt(text()) },
  answer: BASE,
});
