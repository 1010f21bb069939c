/** The number of unseen payments in the title of the tab and the dot on its icon. */
import { expect, it } from 'vitest';
import { TabMark } from '../../../src/ui/state/tab-mark.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg viewBox="0 0 9 9"><path/></svg>')}`;
const tab = (href = ICON) => {
  const icon = { href };
  const document = { title: 'Home – Ostro', querySelector: () => icon };
  let changed = (): void => undefined;
  const mark = new TabMark(document, (callback) => (changed = callback));
  const open = (title: string): void => {
    document.title = title;
    changed();
  };
  return { mark, document, icon, open, picture: () => decodeURIComponent(icon.href) };
};

it('writes the number before the title, also of the next screen, and takes it away again', () => {
  const { mark, document, open } = tab();
  mark.set(1);
  expect(document.title).toBe('(1) Home – Ostro');
  mark.set(12);
  expect(document.title).toBe('(12) Home – Ostro');
  open('Open – Ostro');
  expect(document.title).toBe('(12) Open – Ostro');
  mark.set(0);
  expect(document.title).toBe('Open – Ostro');
  open('Home – Ostro');
  expect(document.title).toBe('Home – Ostro');
});

it('draws one dot on the icon, and takes it away again', () => {
  const { mark, icon, picture } = tab();
  mark.set(1);
  mark.set(2);
  expect(picture().match(/<circle/g)).toHaveLength(1);
  expect(picture()).toMatch(/<\/svg>$/);
  mark.set(0);
  expect(icon.href).toBe(ICON);
});

it('leaves an icon that is a file', () => {
  const { mark, icon } = tab('http://localhost/icons/ostro.svg');
  mark.set(1);
  expect(icon.href).toBe('http://localhost/icons/ostro.svg');
});
