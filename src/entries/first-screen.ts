/**
 * Shows the first screen of a first visit from the page's HTML, before the scripts of the page have come
 * (scripts/tools/build/first-screen.ts). Its links only change the address, which the page follows once it runs. It imports
 * nothing, so that it waits for no other script.
 */
const PREFERRED = 'ostro language';

/** True if this browser has certainly never run the wallet here, and the address asks for no other screen. */
const isFirst = (): boolean => {
  if ('ostroHost' in globalThis || location.pathname.includes('/by-command/')) return false;
  if (!['', '#', '#/'].includes(location.hash)) return false;
  // Only a page with a certificate or of this computer has service workers.
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller) return false;
  try {
    return Object.keys(localStorage).every((key) => key === PREFERRED);
  } catch {
    return false;
  }
};

const show = (first: HTMLElement): void => {
  const device = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const of = (language: string | null) =>
    first.querySelector<HTMLElement>(`:scope > [lang="${CSS.escape(language ?? '')}"]`);
  const screen = [localStorage.getItem(PREFERRED), ...device, 'en'].map(of).find((found) => found !== null);
  if (!screen) return;
  // The policy of the page allows no style attributes in HTML.
  screen.querySelectorAll<SVGElement>('.curves path:not(.fill)').forEach((path, i) => {
    path.style.setProperty('--k', String(i + 1));
  });
  first.addEventListener('click', ({ target }) => {
    const language = target instanceof Element ? target.closest('button')?.lang : undefined;
    if (!language) return;
    localStorage.setItem(PREFERRED, language);
    location.reload();
  });
  document.documentElement.lang = screen.lang;
  screen.hidden = false;
  first.hidden = false;
};

const first = document.getElementById('first');
if (first && isFirst()) show(first);
