const nextTask = setImmediate;

/**
 * Resolves when promises that wait for no I/O and no timer have settled: all that they cause happens before the next task.
 * A test that expects nothing to happen looks after it, whatever the speed of the machine.
 */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextTask(resolve));
}
