/** The tower module as a text in the code: the policy of the offline edition forbids every request, also for data: URLs. */
import address from './tower.wasm?url&inline';

/** `data:application/wasm;base64,…` */
export function fetchTower(): Promise<Uint8Array<ArrayBuffer>> {
  const binary = atob(address.slice(address.indexOf(',') + 1));
  return Promise.resolve(Uint8Array.from(binary, (each) => each.charCodeAt(0)));
}
