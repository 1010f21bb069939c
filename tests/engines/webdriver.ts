/** A client of the WebDriver protocol (W3C): the commands that these tests use. */

export interface WebDriver {
  /** Sends a command of the session; `body` makes it a POST. */
  send(path: string, body?: object): Promise<unknown>;
  remove(path: string): Promise<unknown>;
  end(): Promise<void>;
}

export async function startSession(server: string, capabilities: object): Promise<WebDriver> {
  const created = (await ask(`${server}/session`, {
    method: 'POST',
    body: JSON.stringify({ capabilities: { alwaysMatch: capabilities } }),
  })) as { readonly sessionId: string };
  const session = `${server}/session/${created.sessionId}`;
  return {
    send: (path, body) =>
      ask(session + path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    remove: (path) => ask(session + path, { method: 'DELETE' }),
    end: async () => {
      await ask(session, { method: 'DELETE' });
    },
  };
}

const ask = async (url: string, init: RequestInit): Promise<unknown> => {
  const response = await fetch(url, init);
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${error}: ${message}`);
};
