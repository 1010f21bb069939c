/**
 * The height that a keyboard on the screen covers. Browsers that know `interactive-widget` make the page smaller instead; in
 * Safari only the visual viewport (CSSOM View) becomes smaller, and what is fixed or sticky at the bottom is covered.
 */
interface Page extends Pick<Window, 'innerHeight'> {
  readonly visualViewport: VisualViewport | null;
}

/** Calls `set` with the covered height in CSS pixels each time it changes; returns the function that ends this. */
export function watchKeyboard(page: Page, set: (height: number) => void): () => void {
  const view = page.visualViewport;
  if (view === null) return () => undefined;
  const measure = (): void => {
    // A page that the user has enlarged covers nothing, although less of it is seen.
    const rest = page.innerHeight - view.height - view.offsetTop;
    set(view.scale === 1 ? Math.max(0, Math.round(rest)) : 0);
  };
  const events = ['resize', 'scroll'] as const;
  for (const event of events) view.addEventListener(event, measure);
  return () => {
    for (const event of events) view.removeEventListener(event, measure);
  };
}
