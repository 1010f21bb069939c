/** The light-wallet server of the flags: its accounts, the HTTP server, and the socket of the administrator. */
import { createLightNode, type LightNode } from '../../nodejs/light-node.ts';
import type { Flags } from '../flags/flags.ts';
import { FlagError } from '../flags/flag-error.ts';
import type { WalletHost } from '../hosted.ts';
import type { Log } from '../log.ts';
import { openAccounts } from './accounts.ts';
import { createAdminSocket } from './admin.ts';
import { createAdministration } from './administration.ts';
import { createCalls } from './calls.ts';
import { createDoor } from './door.ts';
import { createKeeper } from './keeper.ts';
import { createOpenAccounts } from './open-accounts.ts';
import { createLightSessions } from './sessions.ts';
import { createTurns } from './turns.ts';

interface LightOptions {
  readonly host: WalletHost;
  readonly flags: Flags;
  readonly light: NonNullable<Flags['light']>;
  readonly password: string;
  readonly log: Log;
  readonly say: (line: string, level?: string) => void;
  /** For tests: another node. */
  readonly node?: LightNode;
}

/** Answers {begin(), listen(), stop(), close()}; `listen` answers the port. */
export function createLightServer(options: LightOptions) {
  const { host, flags, light, password, log, say } = options;
  const { network, regtest, proxy, nodeTls, hosts, connections, tls } = flags;
  if (!flags.node) throw new FlagError('--light-wallet-port needs a node');
  const node = options.node ?? createLightNode({ node: flags.node, network, regtest, proxy, nodeTls });
  const sessions = createLightSessions({
    ...{ host, flags, password, dir: light.dir },
    onBug: (line) => log.say('wallet', 'ERROR', line),
    failed: (why) => say(why, 'WARNING'),
  });
  const accounts = openAccounts(light.dir);
  const { inTurn, end } = createTurns();
  const warn = (why: string): void => say(why, 'WARNING');
  const open = createOpenAccounts({ accounts, sessions, inTurn, say: warn });
  const parts = { accounts, sessions, open, inTurn };
  const keeper = createKeeper({ ...parts, accepts: light.accepts });
  const door = createDoor({
    ...createCalls({ keeper, node, network }),
    ...{ keeper, hosts, connections, tls, port: light.port, ip: light.ip, origins: light.origins },
    say: warn,
  });
  const admin = createAdminSocket(light.dir, { all: accounts.all, ...createAdministration(parts) });
  return {
    listen: async (): Promise<number> => {
      await sessions.warmUp();
      await admin.listen();
      return door.listen();
    },
    /** Opens the accounts, which takes a while. */
    begin: open.begin,
    stop: async (): Promise<void> => {
      await Promise.all([door.stop(), admin.stop()]);
      await end();
      await open.closeAll();
      node.stop();
    },
  };
}
