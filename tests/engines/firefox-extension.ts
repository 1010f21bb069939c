/** A Firefox with the extension as a temporary add-on, as "Load Temporary Add-on" in about:debugging installs it. */
import { rmSync } from 'node:fs';
import { asJson, elementAt, type Engine, type Screen } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import type { Marionette } from './marionette.ts';
import { engineOf, patiently } from './webdriver-engine.ts';

const ID = 'ostro@ostro.invalid';

/** As Firefox makes it of the id. */
const SIDEBAR = 'ostro_ostro_invalid-sidebar-action';

export interface FirefoxWithExtension extends Engine {
  /** `moz-extension://UUID/` */
  readonly url: string;
  /** Answers Firefox's own question. Returns its words. */
  readonly answer: (allowed: boolean) => Promise<string>;
  /** Opens the wallet in Firefox's sidebar. Its clicks are not those of a person for Firefox; its picture is of the window. */
  readonly openSidebar: () => Promise<Screen>;
}

/** `profile`: a folder, which a later Firefox may use again. `zip`: the extension's package. */
export async function startFirefoxWithExtension(
  executablePath: string,
  profile: string,
  zip: string,
): Promise<FirefoxWithExtension> {
  const { child, session, downloads } = await launchFirefox(executablePath, profile, {
    // A question of Firefox cannot be answered for half a second, against clicks that were meant for something else.
    'security.notification_enable_delay': 0,
  });
  await session.command('Addon:Install', { path: zip, temporary: true });
  const host = `WebExtensionPolicy.getByID(${JSON.stringify(ID)})?.mozExtensionHostname`;
  const url = `moz-extension://${String(await session.inBrowser(host))}/`;
  return {
    ...engineOf('Firefox with the extension', session, downloads),
    url,
    answer: (allowed) =>
      patiently(async () => {
        const words = (await session.inBrowser(answerQuestion(allowed))) as string | null;
        if (words === null) throw new Error('Firefox asks nothing');
        return words;
      }),
    openSidebar: async () => {
      await session.inBrowser(`SidebarController.show(${JSON.stringify(SIDEBAR)})`);
      return sidebarOf(session);
    },
    close: async () => {
      await session.end();
      await child.exited;
    },
  };
}

/** Removes a profile of a Firefox that was closed. */
export function removeProfile(profile: string): void {
  rmSync(profile, { recursive: true, force: true });
}

/** Null: there is no question. */
const answerQuestion = (allowed: boolean): string => `(() => {
  const question = document.getElementById('addon-webext-permissions-notification');
  if (PopupNotifications.panel.state !== 'open' || !question?.isConnected) return null;
  const words = question.textContent;
  question.${allowed ? 'button' : 'secondaryButton'}.click();
  return words;
})()`;

/** Marionette drives tabs only: the sidebar's page gets scripts from the browser's window. */
const sidebarOf = (session: Marionette): Screen => {
  let count = 0;
  const evaluate = async (expression: string): Promise<unknown> => {
    const name = `answer ${String((count += 1))}`;
    const script = `Promise.resolve()
      .then(() => Components.utils.evalInSandbox(${JSON.stringify(asJson(expression))},
        Components.utils.Sandbox(content, { sandboxPrototype: content, wantXrays: false })))
      .then((value) => sendAsyncMessage(${JSON.stringify(name)}, { value: String(value) }))
      .catch((error) => sendAsyncMessage(${JSON.stringify(name)}, { error: String(error) }));`;
    const answer = (await session.inBrowser(`new Promise((resolve, reject) => {
      const page = SidebarController.browser.contentDocument?.getElementById('webext-panels-browser');
      if (!page?.messageManager) throw new Error('The sidebar has no page yet');
      page.messageManager.addMessageListener(${JSON.stringify(name)}, ({ data }) => resolve(data));
      page.messageManager.loadFrameScript(${JSON.stringify(`data:,${encodeURIComponent(script)}`)}, false);
    })`)) as { readonly value?: string; readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return (JSON.parse(answer.value!) as { readonly value?: unknown }).value;
  };
  return {
    evaluate: (expression) => patiently(() => evaluate(expression)),
    click: async (xpath) => {
      await evaluate(`${elementAt(xpath)}.click()`);
    },
    type: async (xpath, text) => {
      await evaluate(`(() => {
        const field = ${elementAt(xpath)};
        field.value = ${JSON.stringify(text)};
        field.dispatchEvent(new Event('input', { bubbles: true }));
      })()`);
    },
    picture: () => session.windowPicture(),
  };
};
