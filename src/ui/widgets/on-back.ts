/** The browser's Back button for what lies over the page. */

/** The part of the Navigation API that is used: https://html.spec.whatwg.org/multipage/nav-history-apis.html. */
export interface BackHost {
  readonly navigation?: {
    addEventListener(type: 'navigate', listener: (event: BackEvent) => void): void;
    removeEventListener(type: 'navigate', listener: (event: BackEvent) => void): void;
  };
}
interface BackEvent {
  readonly navigationType: string;
  /** False when the browser lets no page hold this step, for example without a click before it. */
  readonly cancelable: boolean;
  preventDefault(): void;
}

/** Calls `close` instead of leaving the page, until the returned function is called. Browsers without the API leave it. */
export function onBack({ navigation }: BackHost, close: () => void): () => void {
  const hold = (event: BackEvent): void => {
    if (event.navigationType !== 'traverse' || !event.cancelable) return;
    event.preventDefault();
    close();
  };
  navigation?.addEventListener('navigate', hold);
  return () => navigation?.removeEventListener('navigate', hold);
}
