/** The current time, updated every half minute while something shows it. */
import { createSubscriber } from 'svelte/reactivity';

const STEP_MS = 30_000;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, STEP_MS);
  return () => {
    clearInterval(timer);
  };
});
export function nowClock(): { readonly now: number } {
  return {
    get now() {
      subscribe();
      return Date.now();
    },
  };
}
