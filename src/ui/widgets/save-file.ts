/** Saves bytes or text as a file through the browser. */
const RELEASE_MS = 1000;

export function saveFile(
  name: string,
  content: Uint8Array | string,
  type = 'application/octet-stream',
): void {
  // The browser's file type needs bytes in a separate ArrayBuffer.
  const part = typeof content === 'string' ? content : Uint8Array.from(content);
  const url = URL.createObjectURL(new Blob([part], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, RELEASE_MS);
}
