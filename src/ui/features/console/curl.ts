/** A call as a command for a shell: to the wallet server (`npm run wallet-rpc`) or to monero-wallet-rpc. */
import { writeJson } from '../../../base/json.ts';
import type { FormParams } from './read-form.ts';
import { withoutSecrets } from './secrets.ts';

/** The text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command. Login and secrets are placeholders: a command is stored in the shell's history, and other programs of the
 * machine see it.
 */
export function curlFor(method: string, params: FormParams): string {
  const body = writeJson({ jsonrpc: '2.0', id: '0', method, params: withoutSecrets(params) });
  // @wc-ignore
  return [
    'curl --digest -u NAME:PASSWORD http://127.0.0.1:18082/json_rpc \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${shellQuote(body)}`,
  ].join('\n');
}

/**
 * The command for a call to a node: a plain path takes the parameters themselves. No command can be written for a
 * binary form.
 */
export function curlForNode(address: string, call: string, params: FormParams): string {
  const given = withoutSecrets(params);
  const path = call.startsWith('/');
  const body = writeJson(path ? given : { jsonrpc: '2.0', id: '0', method: call, params: given });
  // @wc-ignore
  return [
    `curl ${shellQuote(`${address.replace(/\/+$/, '')}${path ? call : '/json_rpc'}`)} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d ${shellQuote(body)}`,
  ].join('\n');
}
