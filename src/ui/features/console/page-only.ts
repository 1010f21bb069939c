/**
 * Methods that the worker answers to the screens of this page alone (`pageOnly` in src/rpc/methods). The console shows what
 * programs can call, and these take bytes that cannot be typed.
 */
import type { MethodName } from '../../../client/client.ts';

export const PAGE_ONLY: ReadonlySet<string> = new Set([
  'x_add_passkey',
  'x_open_with_passkey',
  'x_passkeys',
  'x_remove_passkey',
] satisfies readonly MethodName[]);
