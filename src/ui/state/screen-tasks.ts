/** Ties work that waits for answers to a component: it ends when the component is removed. */
import { onDestroy } from 'svelte';
import { Tasks } from './task.ts';

/** A state of the component that calls this during its setup: its tasks end with the component. */
export function ofScreen<T extends { end(): void }>(state: T): T {
  onDestroy(() => {
    state.end();
  });
  return state;
}

/** Tasks of the component that calls this during its setup. */
export function screenTasks(): Tasks {
  return ofScreen(new Tasks());
}

/** For `$effect(() => endOf(state))`: the tasks of a state that the component replaces end with it. */
export function endOf(state: { end(): void }): () => void {
  return () => {
    state.end();
  };
}
