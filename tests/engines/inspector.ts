/**
 * A page of WebKitGTK through the remote inspector of its browser. Unlike a session of WebDriver this leaves the browser as
 * people use it: its data stay on the disk, and a killed page ends nothing else.
 */
export interface InspectedPage {
  /** Runs before the scripts of each page that is loaded from now on. */
  runBefore(source: string): Promise<void>;
  /** The value of an expression in the page, awaited. Rejects with what the page threw, and when the page ends. */
  evaluate(expression: string): Promise<unknown>;
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly message?: string; readonly targetInfo?: { readonly targetId: string } };
  readonly result?: { readonly result?: RemoteObject; readonly wasThrown?: boolean };
  readonly error?: { readonly message: string };
}
interface RemoteObject {
  readonly value?: unknown;
  readonly objectId?: string;
  readonly description?: string;
}

/** `address`: host and port that WEBKIT_INSPECTOR_HTTP_SERVER names. Rejects while the browser shows no page. */
export async function inspectPage(address: string): Promise<InspectedPage> {
  const targets = await (await fetch(`http://${address}/`)).text();
  const path = /\/socket\/\d+\/\d+\/WebPage/.exec(targets)?.[0];
  if (path === undefined) throw new Error('The browser shows no page');
  const socket = new WebSocket(`ws://${address}${path}`);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  let target = '';
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as Answer;
      if (method === 'Target.targetCreated') {
        target = params!.targetInfo!.targetId;
        resolve();
      } else if (method === 'Target.dispatchMessageFromTarget') {
        const answer = JSON.parse(params!.message!) as Answer;
        waiting.get(answer.id ?? 0)?.(answer);
      } else if (method === 'Target.targetDestroyed') socket.close();
    });
    socket.addEventListener('close', () => {
      reject(new Error(GONE));
      for (const end of waiting.values()) end({ error: { message: GONE } });
    });
  });
  await opened;
  const send = async (method: string, params: object = {}): Promise<NonNullable<Answer['result']>> => {
    const id = ++lastId;
    const { result, error } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      const message = JSON.stringify({ id, method, params });
      socket.send(
        JSON.stringify({
          id,
          method: 'Target.sendMessageToTarget',
          params: { targetId: target, message },
        }),
      );
      if (socket.readyState !== WebSocket.OPEN) resolve({ error: { message: GONE } });
    });
    waiting.delete(id);
    if (result === undefined) throw new Error(error?.message);
    if (result.wasThrown) throw new Error(result.result?.description);
    return result;
  };
  await send('Page.enable');
  return {
    runBefore: async (source) => {
      await send('Page.setBootstrapScript', { source });
    },
    evaluate: async (expression) => {
      const promise = await send('Runtime.evaluate', { expression: `(async () => ${expression})()` });
      const { result } = await send('Runtime.awaitPromise', {
        promiseObjectId: promise.result!.objectId,
        returnByValue: true,
      });
      return result!.value;
    },
  };
}
const GONE = 'The page has ended';
