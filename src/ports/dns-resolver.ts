/** DNS TXT records, from the resolver that the user chose. It learns the name and the user's IP address. */
export interface DnsResolver {
  /**
   * TXT records of a name (the strings of a record are joined); empty when the name does not exist. `authenticated`:
   * the resolver states that DNSSEC proves the answer. Faults resolver_unreachable, resolver_bad_answer,
   * bad_resolver.
   */
  txtRecords(
    resolver: string,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly texts: readonly string[]; readonly authenticated: boolean }>;
  /** Throws fault bad_resolver when this page cannot ask that address. */
  check(resolver: string): void;
}
