/**
 * Value of `relay` for an outgoing transaction that a node accepted. Wallet files contain this text, so it cannot
 * change.
 */
export const RELAYED = 'handed';
