/** Fetches the tower module, a file next to the code: the bundler sees this URL and emits the file. */
const ADDRESS = new URL('./tower.wasm', import.meta.url);

export async function fetchTower(): Promise<ArrayBuffer> {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`tower module: HTTP ${response.status}`);
  return response.arrayBuffer();
}
