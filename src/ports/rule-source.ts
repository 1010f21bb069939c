/** A node's versions of the consensus rules. A public question: it is the same for every wallet. */
export interface RulesInfo {
  /** The version that the next block must have. */
  readonly current: number;
  /** First height of the version that was asked about; undefined when the node plans none. */
  readonly height: number | undefined;
}

export interface RuleSource {
  /** Faults: the node's. */
  rules(version: number, signal?: AbortSignal): Promise<RulesInfo>;
}
