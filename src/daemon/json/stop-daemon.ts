/** /stop_daemon: ends the node. Upstream: `COMMAND_RPC_STOP_DAEMON`. */
import { BASE, pathCall } from './call.ts';

export const stopDaemon = pathCall('/stop_daemon', { admin: true, idempotent: false, answer: BASE });
