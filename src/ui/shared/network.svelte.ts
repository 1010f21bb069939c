/**
 * Whether the device reports a network connection. It may be wrong when it reports one, but not when it reports none.
 */
import { onMount } from 'svelte';

export class NetworkConnection {
  on = $state(navigator.onLine);
  constructor() {
    onMount(() => {
      const look = (): void => {
        this.on = navigator.onLine;
      };
      addEventListener('online', look);
      addEventListener('offline', look);
      return () => {
        removeEventListener('online', look);
        removeEventListener('offline', look);
      };
    });
  }
}
