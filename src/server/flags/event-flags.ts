/** The flags of events: --events, --event-confirmations, --low-balance, --webhook-url, --webhook-secret-file; and --tx-notify. */
import { existsSync, readFileSync } from 'node:fs';
import { messageOf } from '../errors.mjs';
import type { Params } from '../../rpc/contract.ts';
import { FlagError } from './flag-error.ts';
import type { Given } from './flag-table.ts';

/** Parameters of x_record_events, as JSON without numbers of 64 bits. */
export type EventFlags = Required<Pick<Params<'x_record_events'>, 'confirmations'>> & {
  readonly low_balance: string;
};
export interface WebhookTarget {
  readonly url: string;
  readonly secret: Buffer;
}

const DECIMALS = 12;
/** Bytes of a secret; fewer could be guessed. */
const SECRET_BYTES = { min: 24, max: 64 };

/** The events that wallets write; undefined: none is asked for. Each of the five flags asks for them. */
export function readEventRules(given: Given): EventFlags | undefined {
  const wanted = ['events', 'event-confirmations', 'low-balance', 'webhook-url', 'webhook-secret-file'];
  if (wanted.every((name) => given[name as keyof Given] === undefined)) return undefined;
  return {
    confirmations: readConfirmations(given['event-confirmations']),
    low_balance: readAmount(given['low-balance'] ?? '0'),
  };
}

const readConfirmations = (text = '1,10') => {
  const numbers = text.split(',').map((each) => (/^\d{1,5}$/.test(each.trim()) ? Number(each) : 0));
  if (numbers.length > 10 || numbers.some((n) => n < 1 || n > 10_000))
    throw new FlagError(
      '--event-confirmations: at most ten numbers from 1 to 10000, with commas between them',
    );
  return numbers;
};

/** XMR as piconero in digits, which may be too large for a number of JavaScript. */
const readAmount = (text: string) => {
  const [, whole = '', part = ''] = /^(\d{1,7})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === '') throw new FlagError('--low-balance: an amount in XMR, such as 2.5');
  return String(BigInt(whole + part.padEnd(DECIMALS, '0')));
};

/** Where events are sent, and the secret that signs them; undefined: nowhere. Reads the file of the secret. */
export function readWebhook(given: Given): WebhookTarget | undefined {
  const { 'webhook-url': url, 'webhook-secret-file': file } = given;
  if (url === undefined && file === undefined) return undefined;
  if (url === undefined || file === undefined)
    throw new FlagError('--webhook-url and --webhook-secret-file are used together: each event is signed');
  return { url: readUrl(url), secret: readSecret(file) };
}

const readUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new FlagError('--webhook-url: an address that begins with https:// or http://');
  if (url.username !== '' || url.password !== '')
    throw new FlagError('--webhook-url: no login in the address; the signature tells who calls');
  return url.href;
};

const readSecret = (file: string) => {
  const [, digits = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(readText(file).trim()) ?? [];
  const secret = Buffer.from(digits, 'base64');
  if (secret.length < SECRET_BYTES.min || secret.length > SECRET_BYTES.max)
    throw new FlagError(
      `--webhook-secret-file: ${file} must contain whsec_ and ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64. ` +
        `To make one: (umask 077; echo "whsec_$(openssl rand -base64 32)" > ${file})`,
    );
  return secret;
};

const readText = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FlagError(`--webhook-secret-file: ${messageOf(error)}`);
  }
};

/**
 * The words of a command, as the reference splits them: at spaces and tabs, with quotes and backslashes as they stand.
 * Throws FlagError when the first is no file.
 */
export function readCommand(
  command: string,
  exists = existsSync,
): readonly [file: string, ...args: string[]] {
  const [file = '', ...args] = command.split(/[ \t]+/);
  if (!exists(file)) throw new FlagError(`File not found: ${file}`);
  return [file, ...args];
}
