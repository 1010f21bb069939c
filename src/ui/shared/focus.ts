/** Moves the focus. */
import { tick } from 'svelte';

/** After a form was refused: to the first field with a mistake. */
export async function focusFirstWrong(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
