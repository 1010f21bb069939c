/** Output of `npm run wallet-rpc -- --help`. */
export const usage = `npm run wallet-rpc -- --rpc-bind-port=<port> --wallet-file=<file>|--wallet-dir=<directory>|--wallet-store=<url> [options]

  --rpc-bind-port N, --rpc-bind-ip IP      where to answer POST /json_rpc (127.0.0.1)
  --rpc-login USER:PASS                    ask for this login (or RPC_LOGIN=USER:PASS in the environment); without it one is
                                           made and written to a file
  --disable-rpc-login                      ask for none
  --restricted-rpc                         only what looks and does not change
  --rpc-compat release|master              answers of monero-wallet-rpc 0.18.5.1, or of its development branch (release)
  --rpc-access-control-origins A,B         pages that may call; * for all
  --rpc-allowed-hosts A,B                  names under which clients reach this server; addresses and localhost always
                                           work, so do names without a dot with an --rpc-bind-ip that is not loopback
  --rpc-use-ipv6, --rpc-bind-ipv6-address IP, --rpc-ignore-ipv4
                                           answer there, too (::1); also when the first address is not possible
  --rpc-max-connections N, --rpc-max-connections-per-private-ip N, --rpc-max-connections-per-public-ip N
                                           at once (1000, 250, 25)
  --rpc-ssl autodetect|enabled|disabled    TLS and plain HTTP on one port, or one of them (autodetect)
  --rpc-ssl-private-key FILE, --rpc-ssl-certificate FILE
                                           the server's; without them it makes its own, which clients cannot check
  --rpc-ssl-ca-certificates FILE, --rpc-ssl-allow-chained, --rpc-ssl-allowed-fingerprints SHA256
                                           only clients that show such a certificate
  --wallet-dir DIR                         where wallets lie, as NAME and NAME.keys
  --wallet-store URL                       or in which PostgreSQL, for several servers: postgres://USER@HOST/DATABASE; the
                                           password of the database in PGPASSWORD
  --move-wallets-to DIR or URL, --remove-moved
                                           start no server: copy the wallets of --wallet-dir or --wallet-store there, and
                                           compare each copy; then also remove them from where they were
  --wallet-logins FILE                     several wallets, each at /wallet/NAME/json_rpc with the login of its line
                                           NAME USER:PASSWORD in FILE
  --inner-address HOST:PORT                with both: where the other servers of the database ask this one, so that each of
                                           them answers for all wallets; in a network that others cannot reach
  --share-wallets                          with it: the servers keep the view-only wallets that have the password of --password
                                           or --password-file open, each its share
  --wallet-file FILE, --password PASS, --password-file FILE, --no-initial-sync
  --stagenet, --testnet                    the network of all wallets (mainnet)
  --regtest                                addresses of mainnet, and only nodes of a regtest chain
  --daemon-address HOST:PORT, --daemon-host HOST, --daemon-port N, --daemon-login USER:PASS
                                           the node (localhost, with the port of the network: 18081, 38081 or 28081)
  --daemon-ssl enabled|disabled|autodetect https or http for an address that names neither (http; https with a flag below)
  --daemon-ssl-ca-certificates FILE, --daemon-ssl-allow-chained
                                           the node's certificate is in this file or signed by one of it; also through others
  --daemon-ssl-allowed-fingerprints SHA256 or it has this fingerprint; several with commas, or the flag several times
  --daemon-ssl-allow-any-cert              or any certificate: whoever is between can read and answer in its place
  --daemon-ssl-private-key FILE, --daemon-ssl-certificate FILE
                                           what is shown to the node
  --trusted-daemon, --untrusted-daemon     a daemon on this machine is trusted unless said otherwise
  --proxy [IP:]PORT                        ask the daemon and the resolver through this SOCKS5 proxy; also
                                           socks5://USER:PASS@IP:PORT, socks4a://IP:PORT
  --offline                                no daemon
  --openalias-doh URL                      names instead of addresses, by this resolver (DNS over HTTPS); off without
  --no-dns                                 no names instead of addresses
  --metrics-port N, --metrics-bind-ip IP   GET /health, GET /ready and GET /metrics (Prometheus), without login
                                           (127.0.0.1)
  --light-wallet-port N, --light-wallet-bind-ip IP
                                           answer light wallets as monero-lws does (127.0.0.1): the server learns their view keys
  --light-wallet-dir DIR, --light-wallet-password-file FILE
                                           where their accounts lie, and the password of these files
  --light-wallet-origins A,B               pages that may call there; * for all
  --light-wallet-accept create,import      new accounts and scans of old blocks need no --light-wallet-admin
  --light-wallet-admin "COMMAND"           start no server: ask the one that runs on --light-wallet-dir, with list_accounts,
                                           list_requests, accept_requests, reject_requests, modify_account_status or rescan
  --tx-notify "FILE ARGS"                  start this program for each payment to the wallet, with the transaction's id for %s
  --events                                 wallets write lists of events: GET /events (with --wallet-logins
                                           /wallet/NAME/events), x_events; each flag below asks for them, too
  --event-confirmations N,N                the numbers of confirmations that are told (1,10)
  --low-balance XMR                        tell when the balance of all accounts falls below
  --webhook-url URL, --webhook-secret-file FILE
                                           send each event to this address, signed with the secret of the file
  --log-level N or CATEGORY:LEVEL,…        1 and more: a line for each call
  --log-file FILE, --max-log-file-size BYTES, --max-log-files N
                                           write the log to this file, too (104850000, 50)
  --config-file FILE                       lines of NAME=VALUE, as if they were typed; NAME=1 for a flag without a value
  --detach, --pidfile FILE                 go on in the background; the file has the process's id
  --max-concurrency N                      threads that scan, at most 4 (1); 0: one for each processor

--non-interactive, --disable-rpc-ban and --allow-mismatched-daemon-version change nothing: the server is so without them.
The server refuses every other flag of monero-wallet-rpc and says why.`;
