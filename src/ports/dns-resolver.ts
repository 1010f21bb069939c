/**
 * DNS TXT records, asked of a resolver that the person chose. The resolver learns the name and the person's IP
 * address.
 */
export interface DnsResolver {
  /**
   * TXT records of a name (strings of one record joined), empty when the name does not exist. `authenticated`: the
   * resolver says that DNSSEC proves the answer. Faults resolver_unreachable, resolver_bad_answer, bad_resolver.
   */
  txtRecords(
    resolver: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly texts: readonly string[]; readonly authenticated: boolean }>;
  /** Throws fault bad_resolver when this page could not ask that address. */
  check(resolver: string): void;
}
