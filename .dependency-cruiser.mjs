/** The modules and which may import which. See ARCHITECTURE.md; tests/modules plants violations and expects errors. */
const mayImport = {
  base: [],
  kernel: ['base'],
  protocol: ['kernel', 'base'],
  ports: ['protocol', 'base'],
  daemon: ['ports', 'protocol', 'base'],
  store: ['ports', 'protocol', 'base'],
  wallet: ['ports', 'protocol', 'kernel', 'base'],
  rpc: ['wallet', 'ports', 'protocol', 'base'],
  transport: ['base'],
  client: ['transport', 'base'],
  embed: ['base'],
  release: ['base'],
  sdk: ['embed', 'base'],
  extension: ['embed', 'base'],
  frame: ['rpc', 'daemon', 'embed', 'ports', 'protocol', 'base'],
  ui: ['client', 'embed', 'base'],
  nodejs: ['rpc', 'daemon', 'store', 'transport', 'wallet', 'ports', 'protocol', 'kernel', 'base'],
  server: ['nodejs', 'transport', 'base'],
  library: [
    ...['server', 'nodejs', 'rpc', 'daemon', 'store', 'transport', 'wallet'],
    ...['ports', 'protocol', 'kernel', 'base'],
  ],
};
/** The files of src/wallet that other modules import. */
const wallet = ['wallet', 'types', 'without-wallet', 'faults', 'session/types', 'account/reference-files'];
/** The client and the server know types of methods and ports, never their code. */
const typesToo = { client: ['rpc'], server: ['rpc', 'ports'] };
/** A package lives in one module (or a few). */
const home = {
  idb: 'store',
  comlink: 'transport',
  svelte: 'ui',
  '@lucide/svelte': 'ui',
  qr: '(ui|server)',
  wuchale: 'ui',
  '@noble/curves': '(kernel|release)',
  '@noble/hashes': '(kernel|daemon|release|ui)',
  '@scure/bip39': 'protocol',
  'hash-wasm': '(kernel|store)',
  'lossless-json': '(base|server)',
  postgres: 'nodejs',
};
const outside = (modules) => ({ path: '^src/.+/', pathNot: `^src/(${modules.join('|')})/` });
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

/**
 * Files that lie in wallet/ itself count as no folder, so `no-folder-cycles` does not see them. Some are below all
 * folders; wallet.ts, which joins the folders, and the rest are above all but `background`, `paper` and `session`.
 */
const lowest = '^src/wallet/(faults|turns|crypto-workers|inline-membership)\\.ts$';
const walletRules = [
  rule(
    'wallet-folders',
    { path: '^src/wallet/[^/]+/', pathNot: '^src/wallet/(background|paper|session)/' },
    { path: '^src/wallet/[^/]+\\.ts$', pathNot: lowest },
  ),
  rule('wallet-lowest-files', { path: lowest }, { path: '^src/wallet/.+/' }),
  rule(
    'wallet-highest-folders',
    { path: '^src/wallet/[^/]+\\.ts$' },
    { path: '^src/wallet/(background|paper|session)/' },
  ),
];

/** Rooms of the page: see src/ui/README.md. */
const uiRules = [
  rule(
    'widgets-know-no-wallet',
    { path: '^src/ui/widgets/' },
    {
      path: '^src/',
      pathNot: '^src/ui/(widgets|format|messages|styles)/|^src/ui/state/(context|screen-tasks)\\.ts$',
    },
  ),
  rule(
    'features-stand-apart',
    { path: '^src/ui/features/([^/]+)/', pathNot: '^src/ui/features/settings/' },
    { path: '^src/ui/features/', pathNot: '^src/ui/features/$1/' },
  ),
];

export default {
  forbidden: [
    ...Object.entries(mayImport).flatMap(([module, below]) => [
      rule(
        `${module}-code`,
        { path: `^src/${module}/` },
        { ...outside([module, ...below]), dependencyTypesNot: ['type-only'] },
      ),
      rule(
        `${module}-types`,
        { path: `^src/${module}/` },
        { ...outside([module, ...below, ...(typesToo[module] ?? [])]), dependencyTypes: ['type-only'] },
      ),
    ]),
    ...Object.entries(home).map(([pkg, module]) =>
      rule(
        `${pkg}-lives-in-${module}`,
        // The programs are no part of the page: they take such packages themselves.
        { pathNot: `^(src/${module}|workers|tests|scripts)/|^src/entries/` },
        { path: `^node_modules/${pkg}/` },
      ),
    ),
    rule(
      'page-has-no-server',
      { path: '^src/', pathNot: '^src/(server|library)/' },
      { path: '^src/server/' },
    ),
    rule('product-without-scripts', { path: '^(src|workers)/' }, { path: '^scripts/' }),
    rule(
      'library-takes-the-folder-of-the-server',
      { path: '^src/library/' },
      { path: '^src/server/', pathNot: '^src/server/files/' },
    ),
    rule('ports-are-types', {}, { path: '^src/ports/', dependencyTypesNot: ['type-only'] }),
    rule('no-cycles', {}, { circular: true }),
    ...walletRules,
    ...uiRules,
    rule('entries-are-roots', { pathNot: '^src/entries/' }, { path: '^src/entries/' }),
    rule(
      'rpc-uses-the-wallet-only-through-its-interface',
      { path: '^src/(rpc|frame|library)/' },
      { path: '^src/wallet/', pathNot: `^src/wallet/(${wallet.join('|')})\\.ts$` },
    ),
    { ...rule('no-folder-cycles', { path: '^src/' }, { circular: true }), scope: 'folder' },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/modules/planted' },
  },
};
