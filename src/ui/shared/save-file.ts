/** Hands bytes or text to the browser as a file to be saved. */
const RELEASE_MS = 1000;

export function saveFile(
  name: string,
  content: Uint8Array | string,
  type = 'application/octet-stream',
): void {
  // A copy in memory of its own: what the browser accepts as part of a file.
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
