/** `npm run check:defences`: the defended files, and how Stryker changes them (scripts/tools/checks/check-defences.ts). */

/** Each of these files is a defence of docs/threats.md or threats-app.md that unit tests prove. */
const DEFENDED = [
  // Malicious nodes
  'src/daemon/body.ts',
  'src/protocol/tx/fees.ts',
  'src/wallet/decoys/distribution.ts',
  'src/wallet/decoys/draws.ts',
  'src/wallet/decoys/rings.ts',
  'src/wallet/ledger/reduce-range.ts',
  'src/wallet/nodes/private-questions.ts',
  'src/wallet/spend/outbox.ts',
  'src/wallet/spend/refused.ts',
  // Payers and their transactions
  'src/wallet/ledger/apply-tx.ts',
  'src/wallet/scan/open-outputs.ts',
  // Devices and persons that sign
  'src/protocol/multisig/kex-round.ts',
  'src/protocol/tx/rules.ts',
  'src/wallet/cold/examine.ts',
  'src/wallet/cold/fee-limit.ts',
  'src/wallet/cold/payees.ts',
  // Thieves of a file or a device
  'src/store/crypt.ts',
  'src/store/files/seal-record.ts',
  'src/store/header.ts',
  'src/store/long-bytes.ts',
  'src/nodejs/long-bytes.ts',
  'src/wallet/session/auto-lock.ts',
  // Sites
  'src/embed/origin.ts',
  'src/embed/plain.ts',
  'src/embed/receiver.ts',
  'src/rpc/sites/accounts.ts',
  'src/rpc/sites/fields.ts',
  'src/wallet/sites/budget.ts',
  // Texts that people type, paste and export
  'src/protocol/mnemonic/mnemonic.ts',
  'src/ui/features/history/export.ts',
  // Programs that call the wallet server
  'src/server/http/access.ts',
  'src/server/http/bodies.ts',
  'src/server/files/owner.ts',
  'src/transport/http-login.ts',
];

export default {
  mutate: DEFENDED,
  // Texts, lists and literals of objects are data more often than defences: their mutants say little.
  mutator: { excludedMutations: ['ArrayDeclaration', 'ObjectLiteral', 'StringLiteral'] },
  // A value that a module computes when it is loaded: its mutants would need all tests, each in a new process.
  ignoreStatic: true,
  // Vitest checks no types, and some tests read the sources as they are.
  disableTypeChecks: false,
  coverageAnalysis: 'perTest',
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.defences.config.ts' },
  ignorePatterns: ['/dist*', '/album', '/test-results', '/playwright-report', '/.cache'],
  tempDirName: '.cache/stryker',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
  dryRunTimeoutMinutes: 60,
  timeoutMS: 30_000,
};
