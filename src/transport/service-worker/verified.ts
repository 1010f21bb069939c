/**
 * True if the browser checks each file of this app against a signed manifest (WEBCAT), so far as a script can know: WEBCAT
 * refuses every WebAssembly module that the manifest does not list, and no release lists an empty one. A page of another
 * author can pretend it; only the browser's own sign beside the address counts as proof.
 */
export function browserVerifies(): boolean {
  try {
    new WebAssembly.Module(EMPTY);
    return false;
  } catch (error) {
    return String(error).includes('[WEBCAT]');
  }
}

/** The shortest module: the magic number and the version. */
const EMPTY = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
