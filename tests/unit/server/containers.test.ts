/** The containers of the wallet server, without a container engine: what they start exists, and its flags are those of the programs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFlags } from '../../../src/server/flags/flags.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const folder = join(projectRoot, 'src/server/containers');
const read = (path: string): string => readFileSync(path, 'utf8');
const dockerfile = read(join(folder, 'Dockerfile'));
const compose = read(join(folder, 'compose.yaml'));
const fleet = read(join(folder, 'fleet.yaml'));
/** The text of a service, and the flags of its command. */
const service = (name: string, file = compose): string =>
  new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(file)?.[1] ?? '';
const flagsOf = (name: string, file = compose): string[] =>
  [...service(name, file).matchAll(/^ {6}- (--.*)$/gm)].map(([, flag]) => flag!);

describe('the containers', () => {
  it('start the wallet server with flags that it follows, for several wallets, with metrics', () => {
    expect(readFlags(flagsOf('wallet'))).toMatchObject({
      port: 18082,
      ip: '0.0.0.0',
      walletDir: '/wallets',
      walletLogins: '/run/secrets/logins',
      metrics: { port: 18090, ip: '0.0.0.0' },
      node: { address: 'http://monerod:18081', trusted: true },
    });
  });

  it('start two wallet servers with one database, which answer for each other, behind a balancer', () => {
    for (const name of ['wallet-1', 'wallet-2']) {
      expect(readFlags(flagsOf(name, fleet))).toMatchObject({
        port: 18082,
        walletStore: 'postgres://ostro@database/ostro',
        walletLogins: '/run/secrets/logins',
        innerAddress: { host: name, port: 18083 },
        metrics: { port: 18090, ip: '0.0.0.0' },
        node: { address: 'http://monerod:18081', trusted: true },
      });
      expect(fleet).toMatch(new RegExp(`reverse_proxy .*${name}:18082`));
    }
    expect(service('balancer', fleet)).toContain("ports: ['127.0.0.1:18082:18082']");
  });

  it('and the unit of systemd start the server with flags that it follows', () => {
    const unit = read(join(projectRoot, 'examples/fleet/ostro-wallet@.service'));
    const line = /^ExecStart=.*ostro-wallet-rpc ([^]*?[^\\\\])$/m.exec(unit)![1]!;
    const flags = line
      .replace(/--config-file \S+/, '--wallet-store postgres://ostro@database/ostro')
      .replaceAll('%i', '1')
      .split(/[\\\\\s]+/);
    const balancer = read(join(projectRoot, 'examples/fleet/haproxy.cfg'));
    const { port, metrics } = readFlags(flags) as { port: number; metrics: { port: number } };
    expect(balancer).toContain(`server one 127.0.0.1:${port} check port ${metrics.port} `);
  });

  it('give each service an image of the definition', () => {
    const targets = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, target]) => target);
    for (const name of ['monerod', 'wallet', 'page'])
      expect(targets).toContain(/target: (\w+)/.exec(service(name))?.[1]);
  });

  it('run commands of the project, and copy files that exist', () => {
    const { scripts } = JSON.parse(read(join(projectRoot, 'package.json'))) as {
      scripts: Record<string, string>;
    };
    for (const [, script] of dockerfile.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([script!]);
    for (const [, path] of dockerfile.matchAll(/^COPY (?!--from)(\S+) \//gm))
      expect(existsSync(join(projectRoot, path!))).toBe(true);
  });

  it('run wallet server and node as users of their own, and give the former no port beyond this machine', () => {
    expect(dockerfile.match(/^USER (?!root)\w+$/gm)).toHaveLength(2);
    for (const name of ['monerod', 'wallet', 'page']) expect(service(name)).toContain('cap_drop: [ALL]');
    expect(service('wallet')).toContain("ports: ['127.0.0.1:18082:18082']");
  });

  it('serve the page with the headers of docs/headers', () => {
    // The image makes a snippet of the generated file.
    expect(read(join(projectRoot, 'docs/headers/Caddyfile'))).toMatch(/^wallet\.example \{$/m);
    expect(dockerfile).toContain(String.raw`s/^wallet\.example {$/(ostro) {/`);
    expect(read(join(folder, 'Caddyfile'))).toContain('\timport ostro\n');
    expect(read(join(projectRoot, 'docs/headers/Caddyfile'))).toContain('root * /srv/ostro');
  });
});
