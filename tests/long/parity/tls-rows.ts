/** set_daemon for a node that answers under TLS alone: what monero-wallet-rpc 0.18.4.0 and ours do, and why they differ. */

/** Where set_daemon and then refresh end. */
type Outcome = 'read' | 'no connection' | 'refused';

const valuesOf = (self: string, root: string, fingerprint: string) => ({
  nothing: {},
  'any certificate': { ssl_allow_any_cert: true },
  'its fingerprint': { ssl_allowed_fingerprints: [fingerprint] },
  'its fingerprint without colons': {
    ssl_allowed_fingerprints: [fingerprint.replaceAll(':', '').toLowerCase()],
  },
  'another fingerprint': { ssl_allowed_fingerprints: ['00'.repeat(32)] },
  'two fingerprints': { ssl_allowed_fingerprints: ['00'.repeat(32), fingerprint] },
  'a short fingerprint': { ssl_allowed_fingerprints: ['ab'] },
  'a fingerprint of other letters': { ssl_allowed_fingerprints: ['zz'.repeat(32)] },
  'no fingerprints': { ssl_allowed_fingerprints: [] },
  'an empty fingerprint': { ssl_allowed_fingerprints: [''] },
  'its certificate as CA file': { ssl_ca_file: self },
  'another CA file': { ssl_ca_file: root },
  'a missing CA file': { ssl_ca_file: '/none' },
  'an empty CA file name': { ssl_ca_file: '' },
  'another CA file, its fingerprint': { ssl_ca_file: root, ssl_allowed_fingerprints: [fingerprint] },
  'its CA file, another fingerprint': { ssl_ca_file: self, ssl_allowed_fingerprints: ['00'.repeat(32)] },
  'any certificate, another fingerprint': {
    ssl_allow_any_cert: true,
    ssl_allowed_fingerprints: ['00'.repeat(32)],
  },
  'a certificate of the wallet': {
    ssl_allow_any_cert: true,
    ssl_private_key_path: self,
    ssl_certificate_path: self,
  },
  'a key alone': { ssl_allow_any_cert: true, ssl_private_key_path: self },
  'a certificate alone': { ssl_allow_any_cert: true, ssl_certificate_path: self },
  'a missing key': { ssl_allow_any_cert: true, ssl_private_key_path: '/none', ssl_certificate_path: '/none' },
});
type Certificate = keyof ReturnType<typeof valuesOf>;

/** The parameters of set_daemon that name certificates; `self` is the file of the node's own, `root` that of another. */
export function certificates(
  self: string,
  root: string,
  fingerprint: string,
): Readonly<Record<Certificate, object>> {
  return valuesOf(self, root, fingerprint);
}

export interface TlsRow {
  readonly scheme: '' | 'http://' | 'https://';
  /** ssl_support; undefined: not given. */
  readonly mode?: string;
  readonly certificate: Certificate;
  readonly theirs: Outcome;
  /** Only where ours is another: the outcome and its reason. */
  readonly ours?: readonly [Outcome, string];
}

const ANY = 'without a mode, and with autodetect, the reference takes any certificate';
const TEXT = '0.18.4.0 compares fingerprints as texts and finds none; 0.18.5.1 reads them as ours';
const NAMED = 'a value that is none is named by set_daemon, not by the next call';
const HTTPS = 'https:// asks for TLS by itself';
const SYSTEM = "ours asks the system's authorities, which do not vouch for this node";

type Line = readonly [certificate: Certificate, theirs: Outcome, ours?: readonly [Outcome, string]];
const rows = (
  scheme: TlsRow['scheme'],
  mode: string | undefined,
  lines: readonly Line[],
): readonly TlsRow[] =>
  lines.map(([certificate, theirs, ours]) => ({
    ...{ scheme, certificate, theirs },
    ...(mode === undefined ? {} : { mode }),
    ...(ours ? { ours } : {}),
  }));

/** Certificates with which both do the same in each mode that uses TLS. */
const ALIKE: readonly Line[] = [
  ['any certificate', 'read'],
  ['its certificate as CA file', 'read'],
  ['a missing CA file', 'refused'],
  ['its CA file, another fingerprint', 'read'],
  ['any certificate, another fingerprint', 'read'],
  ['a certificate of the wallet', 'read'],
  ['a key alone', 'refused'],
  ['a certificate alone', 'refused'],
  ['a missing key', 'refused'],
];
const AUTODETECT: readonly Line[] = [
  ...ALIKE,
  ['nothing', 'read', ['no connection', ANY]],
  ['its fingerprint', 'read'],
  ['its fingerprint without colons', 'read'],
  ['another fingerprint', 'read', ['no connection', ANY]],
  ['two fingerprints', 'read'],
  ['a short fingerprint', 'read', ['refused', NAMED]],
  ['a fingerprint of other letters', 'read', ['refused', NAMED]],
  ['no fingerprints', 'read', ['no connection', ANY]],
  ['an empty fingerprint', 'read', ['refused', NAMED]],
  ['another CA file', 'read', ['no connection', ANY]],
  ['an empty CA file name', 'read', ['no connection', ANY]],
  ['another CA file, its fingerprint', 'read'],
];

export const TLS_ROWS: readonly TlsRow[] = [
  ...rows('', undefined, AUTODETECT),
  ...rows('', 'autodetect', AUTODETECT),
  ...rows('', 'enabled', [
    ...ALIKE,
    ['nothing', 'refused', ['no connection', SYSTEM]],
    ['its fingerprint', 'no connection', ['read', TEXT]],
    ['its fingerprint without colons', 'no connection', ['read', TEXT]],
    ['another fingerprint', 'no connection'],
    ['two fingerprints', 'no connection', ['read', TEXT]],
    ['a short fingerprint', 'no connection', ['refused', NAMED]],
    ['a fingerprint of other letters', 'no connection', ['refused', NAMED]],
    ['no fingerprints', 'refused', ['no connection', SYSTEM]],
    ['an empty fingerprint', 'no connection', ['refused', NAMED]],
    ['another CA file', 'no connection'],
    ['an empty CA file name', 'refused', ['no connection', SYSTEM]],
    ['another CA file, its fingerprint', 'no connection', ['read', TEXT]],
  ]),
  ...rows('', 'disabled', [
    ['nothing', 'no connection'],
    ['any certificate', 'no connection'],
    ['its fingerprint', 'no connection'],
    ['its certificate as CA file', 'no connection'],
    ['a short fingerprint', 'no connection', ['refused', NAMED]],
    ['a missing CA file', 'no connection', ['refused', NAMED]],
    ['a key alone', 'no connection', ['refused', NAMED]],
  ]),
  ...rows('', '', [['nothing', 'refused']]),
  ...rows('', 'perhaps', [['nothing', 'refused']]),
  ...rows('http://', 'enabled', [
    ['any certificate', 'read'],
    ['another fingerprint', 'no connection'],
  ]),
  ...rows('http://', 'disabled', [['any certificate', 'no connection']]),
  ...rows('https://', undefined, [
    ['nothing', 'read', ['no connection', ANY]],
    ['any certificate', 'read'],
    ['its certificate as CA file', 'read'],
  ]),
  ...rows('https://', 'enabled', [
    ['any certificate', 'read'],
    ['another CA file', 'no connection'],
  ]),
  ...rows('https://', 'disabled', [
    ['nothing', 'no connection'],
    ['any certificate', 'no connection', ['read', HTTPS]],
    ['its certificate as CA file', 'no connection', ['read', HTTPS]],
    ['another fingerprint', 'no connection'],
  ]),
];
