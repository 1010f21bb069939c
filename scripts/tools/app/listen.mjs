/** A server on a TCP port. */

/**
 * Binds `server` (0 takes a free port); answers the port.
 * @param {import('node:net').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>}
 */
export function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(portOf(server));
    });
  });
}

/**
 * The port of a server that listens on TCP.
 * @param {Pick<import('node:net').Server, 'address'>} server
 * @returns {number}
 */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return address.port;
}
