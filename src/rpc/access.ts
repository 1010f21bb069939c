/** What a method does; each states it (method.ts). */

/**
 * `read`: answers, and changes no record that a person made. `change`: changes records of the open wallet. `spend`: sends,
 * signs or proves with the keys of the wallet. `app`: opens and closes wallets, reads the chain, or sets the app.
 */
export type Access = 'read' | 'change' | 'spend' | 'app';
