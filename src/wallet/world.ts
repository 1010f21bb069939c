/** Ports and settings that a wallet gets from outside. */
import type { AppSettings } from '../ports/app-settings.ts';
import type { BlockExplorer } from '../ports/block-explorer.ts';
import type { Clock } from '../ports/clock.ts';
import type { CryptoWorkers } from '../ports/crypto-workers.ts';
import type { DnsResolver } from '../ports/dns-resolver.ts';
import type { KernelSpeeds } from '../ports/kernel-speeds.ts';
import type { LightServers } from '../ports/light-server.ts';
import type { NodeCalls } from '../ports/node-calls.ts';
import type { NodeControl, NodePorts } from '../ports/node-control.ts';
import type { OwnNodes } from '../ports/own-node.ts';
import type { Random } from '../ports/random.ts';
import type { ScanPool } from '../ports/scan-pool.ts';
import type { Traffic } from '../ports/traffic.ts';
import type { Tower } from '../kernel/tower.ts';
import type { KnownRules } from '../protocol/block/known-rules.ts';
import type { SharedBlocks } from './sync/shared-blocks.ts';

export interface World {
  readonly chain: NodePorts & NodeControl & NodeCalls & OwnNodes & BlockExplorer & LightServers;
  /** Default: the rules that this build knows. */
  readonly rules?: KnownRules;
  readonly settings: AppSettings;
  /** Absent: OpenAlias names are not looked up. */
  readonly dns?: DnsResolver;
  /** Blocks that the wallets of the process read together. Absent: this one reads alone. */
  readonly sharedBlocks?: SharedBlocks;
  readonly pool: ScanPool;
  /** Scan workers for a second wallet, beside those of the open one. Absent: keys cannot be swept. */
  readonly secondPool?: () => ScanPool;
  /** Default: compute on this thread. */
  readonly cryptoWorkers?: CryptoWorkers;
  /** Absent: the builds of the kernel are not measured. */
  readonly kernelSpeeds?: () => KernelSpeeds;
  /** Absent: the page shows no data used. */
  readonly traffic?: Traffic;
  /** Loads the arithmetic of the tree of outputs. Absent: the readable one is used. */
  readonly loadTower?: () => Promise<Tower>;
  readonly clock: Clock;
  readonly random: Random;
}
