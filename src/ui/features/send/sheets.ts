/** The sheets that help to fill the form, drawn outside of it, because forms cannot nest. */
import type { Payee } from '../../shared/payee.svelte.ts';

export type FillSheet =
  { readonly what: 'choose' | 'save'; readonly payee: Payee } | { readonly what: 'list' };
