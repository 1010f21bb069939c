/**
 * True if this page or worker belongs to the browser extension (docs/extension.md). Browsers give such addresses to the pages
 * of extensions only.
 */
export const IN_EXTENSION: boolean = /^(?:chrome|moz)-extension:$/.test(
  (globalThis as { readonly location?: { readonly protocol: string } }).location?.protocol ?? '',
);
