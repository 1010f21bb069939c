/** How fast this device runs the builds of the kernel. */
export interface KernelSpeeds {
  /** Name of the build that the scan workers use. */
  readonly inUse: string;
  /** Payments that one worker could scan in a second, for each build that runs here; empty before the first measurement. */
  readonly measured: readonly { readonly build: string; readonly perSecond: number }[];
}
