/** The browser's report on the connection. Firefox and Safari do not say whether data saver is on. */
export function network(): { readonly onLine: boolean; readonly saveData: boolean } {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return { onLine: navigator.onLine, saveData: connection?.saveData ?? false };
}
