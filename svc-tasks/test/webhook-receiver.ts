import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of the message
  body: any;
}

/** Answers a request. */
export type Answer = (message: ReceivedMessage, response: ServerResponse) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end();

/** Starts a receiver of webhooks on loopback. It accepts every message until the test sets another answer. */
export const startReceiver = async (initial: Answer = answerWith(204)) => {
  const received: ReceivedMessage[] = [];
  let answer = initial;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const message = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
      received.push(message);
      answer(message, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/in`,
    received,
    answer: (next: Answer): void => {
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
