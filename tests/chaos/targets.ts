/** The two products that hold a wallet on a disk: the page with its database, and the wallet server with its folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder } from '../../src/server/http/serve-folder.ts';
import { ensureChromium, findHeadlessShell } from '../../scripts/tools/setup/setup.mjs';
import { parseJson, writeJson, type Json } from '../../src/base/json.ts';
import { startServer } from '../browser/wallet-server.ts';
import { killTree, residentMemory } from './processes.ts';

export type Result = { readonly [key: string]: Json };

/** The wallet refused a call: its answer was an error. Any other rejection means that no answer arrived. */
export class Refused extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** A running page or server. No wallet is open at first. */
export interface RunningWallet {
  /**
   * Resolves with the result; rejects with Refused, or with another error when the program was killed meanwhile. `headers`:
   * of the HTTP request, for the server alone.
   */
  readonly call: (
    method: string,
    params?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Result>;
  /** Sends SIGKILL to all of its processes. */
  readonly kill: () => Promise<void>;
  /** Resident memory of all its processes, in bytes. */
  readonly memory: () => number;
}

export interface Target {
  /** Starts the program on the same disk as before, connected to the node. */
  start(): Promise<RunningWallet>;
  dispose(): Promise<void>;
}

export type TargetName = 'page' | 'server';

/** The app in a browser that keeps its data in a folder. */
export interface OpenedApp {
  /** Sends a JSON-RPC envelope to the in-page RPC; resolves with the answer's text. */
  readonly request: (envelope: string) => Promise<string>;
  readonly kill: () => Promise<void>;
  readonly memory: () => number;
}
/** Starts a browser with this folder, and opens the app at `url` in it. */
export type OpenApp = (profile: string, url: string) => Promise<OpenedApp>;

export function createTarget(target: TargetName | OpenApp, nodeUrl: string): Promise<Target> {
  if (target === 'server') return Promise.resolve(serverTarget(nodeUrl));
  return pageTarget(nodeUrl, target === 'page' ? openInChromium : target);
}

/** What a page runs before the app's own code, so that the app offers its in-page RPC. */
export const ALLOW_RPC = 'globalThis.ostroHost = { rpc: true }';
/** Expressions: whether the in-page RPC is there, and the promise of its answer. */
export const RPC_IS_READY = `'ostroRpc' in globalThis`;
export function requestRpc(envelope: string): string {
  return `ostroRpc.request(${JSON.stringify(envelope)})`;
}

/** The real app in a browser with a profile on disk, driven through its in-page RPC. */
async function pageTarget(nodeUrl: string, open: OpenApp): Promise<Target> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-chaos-page-'));
  const profile = join(dir, 'profile');
  const site = await serveFolder({ root: await ensureBuilt() });
  const start = async (): Promise<RunningWallet> => {
    const { request, kill, memory } = await open(profile, site.url);
    const call: RunningWallet['call'] = async (method, params = {}) =>
      resultOf(method, await request(writeJson({ jsonrpc: '2.0', id: 0, method, params })));
    await call('x_set_node', { address: nodeUrl, trusted: true });
    await call('auto_refresh', { enable: false });
    return { call, kill, memory };
  };
  const dispose = async (): Promise<void> => {
    await killTree(undefined, profile);
    await site.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { start, dispose };
}

const openInChromium: OpenApp = async (profile, url) => {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findHeadlessShell() ?? (await ensureChromium()),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await context.addInitScript(ALLOW_RPC);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  await page.waitForFunction(RPC_IS_READY);
  return {
    request: (envelope) => page.evaluate<string>(requestRpc(envelope)),
    kill: async () => {
      await killTree(undefined, profile);
      void context.close().catch(() => undefined);
    },
    memory: () => residentMemory(undefined, profile),
  };
};

/** `npm run wallet-rpc` with a wallet folder. */
function serverTarget(nodeUrl: string): Target {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-chaos-server-'));
  const flags = [
    '--disable-rpc-login',
    '--wallet-dir',
    dir,
    '--daemon-address',
    nodeUrl.replace('http://', ''),
  ];
  const running = new Set<number>();
  const start = async (): Promise<RunningWallet> => {
    const server = await startServer(flags);
    const { pid } = server.child;
    if (pid !== undefined) running.add(pid);
    const call: RunningWallet['call'] = async (method, params = {}, headers = {}) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/json_rpc`, {
        method: 'POST',
        headers,
        body: writeJson({ jsonrpc: '2.0', id: '0', method, params }),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${method}: HTTP ${response.status}`);
      return resultOf(method, text);
    };
    return {
      call,
      kill: async () => {
        await killTree(pid);
        await server.ended;
      },
      memory: () => residentMemory(pid),
    };
  };
  const dispose = async (): Promise<void> => {
    for (const pid of running) await killTree(pid);
    rmSync(dir, { recursive: true, force: true });
  };
  return { start, dispose };
}

/** A field of an answer that is a text or a number, as text. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  throw new Error(`neither text nor number: ${writeJson(value)}`);
}

function resultOf(method: string, text: string): Result {
  const { result, error } = parseJson(text) as {
    readonly result?: Result;
    readonly error?: { readonly code: number; readonly message: string };
  };
  if (error) throw new Refused(method, error.code, error.message);
  return result ?? {};
}
