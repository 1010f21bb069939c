/** Text records of names, by a resolver that the person chose; it learns the name and where it is asked from. */
export interface DnsResolver {
  /**
   * TXT records of a name (each its strings joined), none when there is no such name. `authenticated`: the resolver says
   * that DNSSEC proves the answer. Faults resolver_unreachable, resolver_bad_answer, bad_resolver.
   */
  txtRecords(
    resolver: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly texts: readonly string[]; readonly authenticated: boolean }>;
  /** Fault bad_resolver: no address that this page could ask. */
  check(resolver: string): void;
}
