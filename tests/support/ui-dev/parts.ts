/** Texts of the scene `parts`, which are the same in every language. */
import { PAYEE, xmr } from '../fake-worker/values.ts';

export const PARTS = {
  title: 'Parts of every screen',
  sections: { titles: 'Titles', amounts: 'Amounts', buttons: 'Buttons', cards: 'Cards', fields: 'Fields' },
  section: 'Section, as large as an inner title',
  text: 'Text of a paragraph, with a hint below.',
  hint: 'A hint, in the smaller size.',
  amounts: ['10', '12.408513271327', '0.000000000001', '1234.5'].map((text) => xmr(text)),
  buttons: ['Filled', 'Outlined', 'Text', 'Removes', 'Off', 'Lower'],
  key: 'Network fee',
  note: 'A note says one thing.',
  care: 'A note asks for care.',
  bad: 'A note says what failed.',
  field: 'Field',
  wrong: 'This says what to do.',
  search: 'Search, without a label',
  message: 'Message shown',
  show: 'Show a message',
  address: PAYEE,
};
