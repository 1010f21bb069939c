/** Types of folder.mjs for its test. Bytes are base64. */
export type Folder = {
  readonly list: () => Promise<string[]>;
  readonly read: (name: string) => Promise<{ cache: string | undefined; keys: string | undefined }>;
  readonly write: (name: string, files: { readonly cache: string; readonly keys: string }) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly claim: (name: string) => Promise<boolean>;
  readonly release: (name: string) => Promise<void>;
};
export function openFolder(dir: string): Folder;
