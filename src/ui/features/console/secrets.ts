/** Which parameters and answers are secret, so that the console neither keeps nor copies them. */
import { METHODS, type ConsoleMethod } from './methods.gen.ts';

/** Names of fields with passwords, words, keys, and messages between signers that contain keys. */
// @wc-ignore
const SECRET_NAMES = new Set(
  `password old_password new_password wallet_password background_cache_password seed seed_offset spendkey viewkey tx_key
  tx_key_list multisig_info given_keys passphrase`.split(/\s+/),
);
/** Methods whose secret has a name that means something harmless elsewhere. */
const ALSO_SECRET = new Set<string>([
  'query_key',
  'x_export_file',
  'x_export_keys_file',
  'x_import_file',
  'x_import_keys_file',
  'x_multisig',
  'x_take_signer_message',
] satisfies readonly ConsoleMethod[]);
/** Methods that show a secret of this wallet, or need the password on other screens: the console asks for it. */
const BEHIND_THE_PASSWORD = new Set<string>([
  'query_key',
  'get_tx_key',
  'prepare_multisig',
  'x_multisig',
  'x_begin_multisig',
  'x_set_cold',
] satisfies readonly ConsoleMethod[]);

export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name);
}
export function takesSecrets(method: ConsoleMethod): boolean {
  return ALSO_SECRET.has(method) || hasSecretName(METHODS[method][1]);
}
export function answersSecrets(method: ConsoleMethod): boolean {
  return ALSO_SECRET.has(method) || hasSecretName(METHODS[method][2]);
}
/** Whether the console asks for the password before it calls the method with these parameters. */
export function needsPassword(method: ConsoleMethod, params: Readonly<Record<string, unknown>>): boolean {
  return BEHIND_THE_PASSWORD.has(method) || params['get_tx_key'] === true || params['get_tx_keys'] === true;
}

/** Names of fields, at any depth, in the text of a type. */
const hasSecretName = (types: string): boolean =>
  [...types.matchAll(/(\w+): /g)].some(([, name = '']) => SECRET_NAMES.has(name));

/** The same value with `<name>` in place of each secret text. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET_NAMES.has(name) && each !== '' ? `<${name}>` : withoutSecrets(each),
    ]),
  );
}
