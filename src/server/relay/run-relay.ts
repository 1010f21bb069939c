/** `ostro --relay`: starts the relay and shows the code that adds it to a wallet. */
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import { writeRelayCode } from '../../base/relay-code.ts';
import { startRelay } from '../../nodejs/relay/relay.ts';
import type { Proxy } from '../../nodejs/socks.ts';
import type { NodeTls } from '../../ports/node-control.ts';
import { codeOf } from '../errors.mjs';
import { FlagError } from '../flags/flag-error.ts';
import { relayLogin, relayTls } from './keys.ts';
import { startRelayServer } from './relay-server.ts';

export interface RelayFlags {
  readonly node: string;
  readonly port: number;
  readonly ip: string;
  /** The address that other devices use; undefined: that of this computer in its network. */
  readonly address: string | undefined;
  readonly folder: string;
  /** Paths of the person's own certificate. */
  readonly files: { readonly certificate: string; readonly privateKey: string } | undefined;
  readonly proxy: Proxy | undefined;
  /** TLS settings of the node. */
  readonly tls?: NodeTls | undefined;
}

export interface RunningRelay {
  readonly port: number;
  /** The code, as text. */
  readonly code: string;
  readonly stop: () => Promise<void>;
}

/** `kernel`: URL of the folder of the kernel's builds. Throws FlagError. */
export async function runRelay(
  flags: RelayFlags,
  { kernel, say }: { readonly kernel: string; readonly say: (line: string) => void },
): Promise<RunningRelay> {
  const { node, port, ip, address, folder, files, proxy, tls: nodeTls } = flags;
  const login = relayLogin(folder);
  const { tls, fingerprint } = relayTls(folder, new Date(), files);
  const relay = await startRelay({
    kernel,
    node: { address: node, trusted: false, ...(nodeTls && { tls: nodeTls }) },
    proxy,
    folder: join(folder, 'blocks'),
  });
  const server = await startRelayServer({ relay, login, host: ip, port, tls, say }).catch(
    (error: unknown) => {
      relay.stop();
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      throw new FlagError(`Port ${port} is taken: --relay-port chooses another.`);
    },
  );
  const reached = address ?? `https://${ip === '0.0.0.0' ? ownAddress() : ip}:${server.port}`;
  const code = writeRelayCode({
    address: reached,
    ...login,
    fingerprint: reached.startsWith('https:') ? fingerprint : '',
  });
  return {
    port: server.port,
    code,
    stop: async () => {
      relay.stop();
      await server.stop();
    },
  };
}

/** The code as text and as a picture of characters, with what to do. */
export function pairingLines(code: string): readonly string[] {
  const isSelfSigned = code.includes('#');
  return [
    encodeQR(code, 'term'),
    code,
    '',
    'Scan or paste this code in the wallet: Settings, Nodes, Add a node. Who has it can read through this relay.',
    ...(isSelfSigned
      ? [
          'A browser does not know the certificate: open the address once on the device, compare the fingerprint after #',
          'with that of the certificate, and accept it.',
        ]
      : []),
  ];
}

/** The first IPv4 address of this computer that others in its network can reach; else the loopback address. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
