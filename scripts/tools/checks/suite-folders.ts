/** The folders of tests/ and of tests/long/ that each suite of Vitest has. */
export const FOLDERS = {
  unit: ['unit', 'vectors', 'property', 'rpc', 'contract', 'modules', 'fuzz'],
  simulate: ['simulate'],
  others: ['others'],
  parity: ['parity'],
  browser: ['browser'],
  chaos: ['chaos'],
  engines: ['engines'],
} as const;
export const VITEST = Object.keys(FOLDERS) as readonly (keyof typeof FOLDERS)[];
