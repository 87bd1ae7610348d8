/**
 * Opens a server on a free port of loopback.
 *
 * @param {import('node:http').Server} server
 * @returns {Promise<string>} its address
 */
export function listen(server) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not listening on a port'));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
