/** The Cache API in memory: as much of it as the service worker uses. */
const ROOT = 'https://wallet.example/';
const urlOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, ROOT).href;

export class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  match = (request: RequestInfo | URL, { cacheName = '' } = {}): Promise<Response | undefined> =>
    Promise.resolve(this.all.get(cacheName)?.get(urlOf(request))?.clone());
  has = (name: string): Promise<boolean> => Promise.resolve(this.all.has(name));
  keys = (): Promise<string[]> => Promise.resolve([...this.all.keys()]);
  delete = (name: string): Promise<boolean> => Promise.resolve(this.all.delete(name));
  open = (name: string): Promise<Cache> => {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return Promise.resolve({
      put: (request: RequestInfo | URL, response: Response) => {
        files.set(urlOf(request), response);
        return Promise.resolve();
      },
      keys: () => Promise.resolve([...files.keys()].map((url) => new Request(url))),
      match: (request: RequestInfo | URL) => Promise.resolve(files.get(urlOf(request))?.clone()),
    } as unknown as Cache);
  };
}
