/**
 * Copies texts to the clipboard. Secrets (keys, links with keys, sets to sign) are removed from it after a minute.
 * Some browsers allow writing to the clipboard only while the page has the focus, some only in a click: then it is
 * cleared at the next opportunity.
 *
 * Reading the clipboard would need a permission that the app does not request. So it notices when the user copies
 * something else in this page, and keeps that; what was copied in another program is lost when the page clears the
 * clipboard.
 */
import { LatestTask } from './task.ts';

const CLEAR_AFTER_MS = 60_000;

/** The parts of the page that are used. */
export interface ClipboardWorld {
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly document: Pick<Document, 'addEventListener' | 'hasFocus'>;
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Shows a message. */
  readonly show: (text: string) => void;
}

export interface AppClipboard {
  /** `what` is used in the message: "Address copied". Rejects when the browser does not allow copying. */
  readonly copy: (text: string, what: string, how?: { readonly secret?: boolean }) => Promise<void>;
}

export function createClipboard({ clipboard, document, window, show }: ClipboardWorld): AppClipboard {
  /** The clipboard has what was written last. */
  const writing = new LatestTask();
  /** Ends the wait for the time of clearing. */
  let cancel = (): void => undefined;
  for (const type of ['copy', 'cut'] as const)
    document.addEventListener(type, () => {
      cancel();
    });

  const at = (type: 'focus' | 'click', work: () => void): void => {
    window.addEventListener(type, work, { once: true });
    cancel = () => {
      window.removeEventListener(type, work);
    };
  };
  const clear = async (): Promise<void> => {
    if (!document.hasFocus()) {
      at('focus', () => void clear());
      return;
    }
    await writing.run(async (task) => {
      const [cleared] = await task.wait(Promise.allSettled([clipboard.writeText('')]));
      if (cleared.status === 'fulfilled') {
        cancel = () => undefined;
        show('Clipboard cleared');
        return;
      }
      show('The browser does not let Ostro clear the clipboard now: it is tried at your next click');
      at('click', () => void clear());
    });
  };
  return {
    copy: async (text, what, { secret = false } = {}) => {
      await writing.run(async (task) => {
        await task.wait(clipboard.writeText(text));
        cancel();
        cancel = () => undefined;
        if (!secret) {
          show(`${what} copied`);
          return;
        }
        show(`${what} copied. The clipboard is cleared in a minute.`);
        const timer = setTimeout(() => void clear(), CLEAR_AFTER_MS);
        cancel = () => {
          clearTimeout(timer);
        };
      });
    },
  };
}
