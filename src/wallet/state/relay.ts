/** `relay` of an outgoing transaction that a node accepted. The text is stored in wallet files, so it stays as it is. */
export const RELAYED = 'handed';
