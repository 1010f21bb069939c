/** A plain HTTP balancer: one request to each server in turn; where nothing listens, to the next one. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Replaces the servers. */
  readonly use: (ports: readonly number[]) => void;
  readonly stop: () => void;
}

export async function startBalancer(first: readonly number[]): Promise<Balancer> {
  let ports = first;
  let turn = 0;
  const pass = (req: IncomingMessage, res: ServerResponse, body: Buffer, tries: number): void => {
    const port = ports[turn++ % ports.length]!;
    const { url: path, method, headers } = req;
    const onward = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      answer.on('error', () => res.destroy());
      res.on('close', () => answer.destroy());
    });
    onward.on('error', (error) => {
      const isUnheard = 'code' in error && error.code === 'ECONNREFUSED';
      if (isUnheard && tries > 1) pass(req, res, body, tries - 1);
      else if (res.headersSent) res.destroy();
      else res.writeHead(502).end();
    });
    onward.end(body);
  };
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => pass(req, res, Buffer.concat(parts), ports.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    use: (given) => (ports = given),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
