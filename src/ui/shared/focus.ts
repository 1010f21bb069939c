/** Where the focus goes by itself. */
import { tick } from 'svelte';

/** After a form was refused: to the first field that is wrong. */
export async function focusFirstWrong(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
