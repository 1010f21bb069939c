/** A Firefox with the extension as a temporary add-on, as "Load Temporary Add-on" in about:debugging installs it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { startChild } from '../../scripts/tools/setup/process.mjs';
import { limit } from '../support/tier.ts';
import { asJson, elementAt, type Engine, type Screen } from './engine.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
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
  const downloads = join(profile, 'saved');
  mkdirSync(downloads, { recursive: true });
  const port = await freePort();
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(prefsFor(port, downloads))
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = startChild('Firefox', executablePath, [
    ...['--headless', '--no-remote', '--profile', profile],
    ...['--marionette', '--remote-allow-system-access'],
  ]);
  const session = await connectMarionette(port).catch(async (cause: unknown) => {
    await child.stop();
    throw new Error(`Firefox did not start:\n${child.tail()}`, { cause });
  });
  await session.command('Addon:Install', { path: zip, temporary: true });
  const host = `WebExtensionPolicy.getByID(${JSON.stringify(ID)})?.mozExtensionHostname`;
  const url = `moz-extension://${String(await session.inBrowser(host))}/`;
  await session.send('/timeouts', { script: limit(10), pageLoad: limit(2) });
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

const prefsFor = (port: number, downloads: string): Readonly<Record<string, string | number | boolean>> => ({
  'marionette.port': port,
  'permissions.default.persistent-storage': 1,
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.aboutwelcome.enabled': false,
  // A question of Firefox cannot be answered for half a second, against clicks that were meant for something else.
  'security.notification_enable_delay': 0,
});

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
