/** The page with a fake worker, to look at screens: `npx vite tests/support/ui-dev`, then `?scenario=sync#/history`. */
import { createClient } from '../../../src/client/client.ts';
import { mountPage } from '../../../src/ui/app/mount.ts';
import { PAYLOADS } from '../fake-worker/payloads.ts';
import { FakePort } from '../fake-worker/port.ts';
import type { Scenario } from '../fake-worker/wallet.ts';

const query = new URLSearchParams(location.search);
const scenario = (query.get('scenario') ?? 'home') as Scenario;
const port = new FakePort(scenario, { delay: Number(query.get('delay') ?? 10) });
Object.assign(globalThis, { port, payloads: PAYLOADS });
const NODES = ['http://127.0.0.1:28081', 'http://127.0.0.1:28082', 'http://127.0.0.1:28083'] as const;
mountPage(document.getElementById('ostro')!, createClient(port), {
  loadDevnet: () =>
    Promise.resolve(
      scenario === 'devnet' ? { daemon: NODES[0], control: '/control', nodes: NODES } : undefined,
    ),
});
