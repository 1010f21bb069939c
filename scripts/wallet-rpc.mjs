#!/usr/bin/env node
/**
 * `npm run wallet-rpc -- [flags of monero-wallet-rpc]`: answers POST /json_rpc as monero-wallet-rpc does, with the real
 * app in a headless Chromium behind it. Wallets lie as files in --wallet-dir; Ctrl-C, SIGTERM and stop_wallet save and end.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './lib/app.mjs';
import { ensureChromium, ensureDependencies, SetupError } from './lib/setup.mjs';
import { FlagError, readFlags, usage } from './wallet-rpc/flags.mjs';
import { openFolder } from './wallet-rpc/folder.mjs';

const say = (line) => console.log(`${new Date().toISOString()} ${line}`);

const main = async () => {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help || flags.version) {
    console.log(flags.help ? usage : 'Ostro wallet-rpc');
    return;
  }
  for (const name of flags.ignored) say(`--${name} has no meaning here: ignored`);
  await ensureDependencies();
  const [executablePath, dist] = await Promise.all([ensureChromium(), ensureBuilt()]);
  // Loaded late: before the set-up these packages need not be there.
  const [{ openPage }, { createRpcServer }] = await Promise.all([
    import('./wallet-rpc/page.mjs'),
    import('./wallet-rpc/server.mjs'),
  ]);
  const { port, ip, origins, walletDir, walletFile } = flags;
  const dir = walletDir ?? walletFile?.dir;
  const login = flags.randomLogin ? writeLogin(port) : flags.login;
  const page = await openPage({
    executablePath,
    dist,
    restricted: flags.restricted,
    login,
    folder: dir === undefined ? null : openFolder(dir),
    only: walletFile?.name,
    heard: (line) => flags.verbose && say(line),
  });

  let ending;
  /** Saves, then ends. The second call waits for the first. */
  const end = (code, why) =>
    (ending ??= (async () => {
      say(why);
      let exit = code;
      await server.stop();
      try {
        await page.close();
      } catch (error) {
        say(`the wallet could not be saved: ${error.message}`);
        exit = 1;
      }
      await page.stop();
      process.exit(exit);
    })());
  const server = createRpcServer({
    http: page.http,
    port,
    ip,
    origins,
    answered: (req, { status, body }) => {
      if (flags.verbose) say(`${req.method} ${req.url} ${status} ${body.length} bytes`);
      else if (status === 500) say(body);
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void end(0, `${signal}: saving and ending`));
  void page.gone.then((why) => end(1, why));
  await page.closed((reason) => {
    // The answer to stop_wallet has to get out first.
    if (reason === 'stopped') setTimeout(() => void end(0, 'stop_wallet: ending'), 200);
  });
  await page.begin({ ...flags, password: passwordOf(flags) }, say);
  await server.listen();
  say(`Starting wallet RPC server: http://${ip}:${port}/json_rpc`);
};

const passwordOf = ({ password, passwordFile }) =>
  passwordFile === undefined ? password : readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '');

const writeLogin = (port) => {
  const login = { username: 'monero', password: randomBytes(16).toString('base64') };
  const file = `monero-wallet-rpc.${port}.login`;
  rmSync(file, { force: true });
  writeFileSync(file, `${login.username}:${login.password}`, { flag: 'wx', mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
  say(`RPC username/password is stored in file ${file}`);
  return login;
};

main().catch((error) => {
  console.error(error instanceof SetupError || error instanceof FlagError ? error.message : error);
  process.exit(1);
});
