/** Names of the sheets of Settings. */
export type SheetName =
  | 'file'
  | 'cold'
  | 'theme'
  | 'language'
  | 'lock'
  | 'password'
  | 'passkey'
  | 'words'
  | 'view'
  | 'rpcAccess'
  | 'openalias'
  | 'attributes'
  | 'again'
  | 'wider'
  | 'about'
  | 'remove';
