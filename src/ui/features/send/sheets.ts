/** The sheets that help to fill the form: they lie outside of it, since a form cannot contain another one. */
import type { Payee } from '../../shared/payee.svelte.ts';

export type FillSheet =
  { readonly what: 'choose' | 'save'; readonly payee: Payee } | { readonly what: 'list' };
