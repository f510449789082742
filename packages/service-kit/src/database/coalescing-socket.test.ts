import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CoalescingSocket } from './coalescing-socket';

describe('CoalescingSocket', () => {
  let close = (): void => undefined;
  afterEach(() => close());

  const connect = async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = new CoalescingSocket();
    const accepted = once(server, 'connection');
    socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [peer] = (await accepted) as [Socket];
    close = () => {
      socket.destroy();
      peer.destroy();
      server.close();
    };
    return { socket, peer };
  };
  /** Writes as the driver writes a prepared statement. */
  const writeStatement = (socket: Socket, text: string): void => {
    socket.cork();
    socket.write(text);
    socket.uncork();
  };

  it('sends the statements of a turn in order as one packet', async () => {
    const { socket, peer } = await connect();
    writeStatement(socket, 'begin;');
    writeStatement(socket, 'set;');
    await Promise.resolve();
    await Promise.resolve();
    writeStatement(socket, 'select;');
    expect(socket.writableLength).toBe('begin;set;select;'.length);
    const [packet] = await once(peer, 'data');
    expect(String(packet)).toBe('begin;set;select;');
  });

  it('sends later statements as another packet', async () => {
    const { socket, peer } = await connect();
    for (const text of ['first', 'second']) {
      writeStatement(socket, text);
      const [packet] = await once(peer, 'data');
      expect(String(packet)).toBe(text);
    }
  });
});
