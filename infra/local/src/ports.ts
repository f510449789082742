import { createServer } from 'node:net';

const tryPort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });

/** The preferred port of the loopback interface when it is free, else any free one. */
export const findFreePort = async (preferred = 0): Promise<number> => {
  const port = (await tryPort(preferred)) ?? (await tryPort(0));
  if (port === undefined) throw new Error('No port of 127.0.0.1 can be opened');
  return port;
};
