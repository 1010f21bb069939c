/** Attributes of a field for an address, a key, the name of a program: browsers neither complete nor correct it. */
export const EXACT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' } as const;
