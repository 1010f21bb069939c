/** Common to the states of screens whose action needs the wallet's password. */
import { Attempts } from '../state/attempts.svelte.ts';
import type { Task } from '../state/task.ts';
import { passwordLine } from './password-line.ts';

export abstract class PasswordAttempts extends Attempts {
  password = $state('');
  /** Why the password was refused, for the line below its field. */
  wrong = $state('');

  /** Runs the action as `attempt` does, and drops the password after it. A refused password is told by `wrong`. */
  protected attemptWithPassword(
    work: (task: Task) => Promise<void>,
    refused = (error: unknown): void => {
      this.error = error;
    },
  ): Promise<boolean> {
    return this.attempt(
      async (task) => {
        this.wrong = '';
        await task.wait(work(task));
        this.password = '';
      },
      (error) => {
        this.wrong = passwordLine(error, this.password);
        if (this.wrong === '') refused(error);
      },
    );
  }
}
