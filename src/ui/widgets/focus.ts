/** Moves the focus to what was typed wrong. */
import { tick } from 'svelte';

/** After a form was refused: to the first field with a mistake. */
export async function focusFirstWrong(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/**
 * Handles the submission of a form: `submit` does the work, then the first field with a mistake has the focus, if there is
 * one.
 */
export function submitting(
  submit: () => unknown,
): (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => void {
  return (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    void Promise.resolve(submit()).then(() => focusFirstWrong(form));
  };
}
