/** Whether the device says that it has a network. It may be wrong about having one, never about having none. */
import { onMount } from 'svelte';

export class NetworkSight {
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
