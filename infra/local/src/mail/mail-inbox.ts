import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SMTPServer } from 'smtp-server';
import {
  renderMail,
  renderMailFrame,
  renderMailList,
  renderNotFound,
  renderSent,
  renderWritePage,
} from './mail-pages';
import type { MailReceiver } from './mail-receiver';
import { type MailStore, openMailStore } from './mail-store';
import { readWrittenMail, sendWrittenMail, type WrittenMail } from './written-mail';

export interface MailInbox {
  smtpUrl: string;
  httpUrl: string;
  smtpPort: number;
  httpPort: number;
  stop(): Promise<void>;
}

interface InboxOptions {
  /** 0 selects any free port. */
  smtpPort: number;
  httpPort: number;
  /** Folder for mails; in memory if absent. */
  folder?: string;
  /** Takes the mails to the tagged forms of an address, `reply+…@example.com`. */
  receiver?: MailReceiver;
}

const mailMaxBytes = 30 * 1024 * 1024;
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};
/** A mail is untrusted HTML: no scripts, no requests, even outside its frame. */
const frameHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'",
};

/** Whether a host name is local. Other names are rejected, so that a web page cannot read codes by DNS rebinding. */
const isLocalHost = (host = ''): boolean =>
  /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host.toLowerCase());

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const text = await readText(request);
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
};

const listMessages = (store: MailStore, query: URLSearchParams): object => {
  const mails = store.list();
  const start = Math.max(0, Number(query.get('start')) || 0);
  const limit = Math.max(1, Number(query.get('limit')) || 50);
  const messages = mails
    .slice(start, start + limit)
    .map(({ Text, HTML, Inline, Attachments, Date: Created, ...mail }) => ({
      ...mail,
      Read: false,
      Created,
      Attachments: Attachments.length,
      Snippet: Text.replace(/\s+/g, ' ').trim().slice(0, 200),
    }));
  return {
    total: mails.length,
    unread: mails.length,
    count: messages.length,
    messages_count: mails.length,
    messages_unread: mails.length,
    start,
    tags: [],
    messages,
  };
};

/** Whether the request is from a page of this inbox. Other pages could otherwise send mails with a form. */
const isOwnPage = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;

const handleRequest = async (
  store: MailStore,
  sendMail: (mail: WrittenMail) => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const send = (status: number, body: string, headers: Record<string, string>): void => {
    response.writeHead(status, {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const sendJson = (status: number, body: unknown): void =>
    send(status, JSON.stringify(body), { 'content-type': 'application/json' });

  if (!isLocalHost(request.headers.host))
    return sendJson(403, { Error: 'This inbox accepts only requests from this machine' });
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, first = '', second = '', third = '', fourth = ''] = pathname.split('/');
  if (request.method === 'DELETE' && pathname === '/api/v1/messages') {
    const { IDs } = (await readJson(request)) as { IDs?: string[] };
    store.remove(Array.isArray(IDs) && IDs.length > 0 ? IDs : undefined);
    return send(200, 'ok', { 'content-type': 'text/plain' });
  }
  if (request.method === 'POST' && pathname === '/send') {
    if (!isOwnPage(request)) return sendJson(403, { Error: 'Only the pages of this inbox send mails' });
    const failure = await sendMail(readWrittenMail(await readText(request))).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return send(failure === undefined ? 200 : 502, renderSent(failure), pageHeaders);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendJson(405, { Error: 'Method not allowed' });
  if (pathname === '/') return send(200, renderMailList(store.list()), pageHeaders);
  if (pathname === '/write') return send(200, renderWritePage(), pageHeaders);
  if (pathname === '/api/v1/messages') return sendJson(200, listMessages(store, searchParams));
  if (first === 'api' && second === 'v1' && third === 'message') {
    const mail = store.find(fourth);
    return mail ? sendJson(200, mail) : sendJson(404, { Error: 'message not found' });
  }
  const mail = first === 'view' ? store.find(second) : undefined;
  if (!mail) return send(404, renderNotFound(), pageHeaders);
  return third === 'html'
    ? send(200, renderMailFrame(mail), frameHeaders)
    : send(200, renderMail(mail), pageHeaders);
};

const receive = (store: MailStore, receiver: MailReceiver | undefined): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: mailMaxBytes,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        // First to the receiver: the sender sends again what it has not taken.
        Promise.resolve(receiver?.(raw, recipients))
          .then(() => store.add(raw))
          .then(
            () => done(),
            (error: Error) => done(Object.assign(error, { responseCode: 451 })),
          );
      });
    },
  });

const listen = (server: Server | SMTPServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const net = server instanceof SMTPServer ? server.server : server;
    net.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      net.off('error', reject);
      const address = net.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/**
 * Starts an SMTP server that stores mails, a page that shows them, and a JSON API like Mailpit's: `GET
 * /api/v1/messages`, `GET /api/v1/message/{ID}`, `DELETE /api/v1/messages`. Loopback only.
 */
export const startMailInbox = async ({
  smtpPort,
  httpPort,
  folder,
  receiver,
}: InboxOptions): Promise<MailInbox> => {
  const store = await openMailStore(folder);
  const smtp = receive(store, receiver);
  smtp.on('error', () => undefined);
  const openSmtpPort = await listen(smtp, smtpPort);
  const smtpUrl = `smtp://127.0.0.1:${openSmtpPort}`;
  const http = createServer((request, response) => {
    handleRequest(store, (mail) => sendWrittenMail(smtpUrl, mail), request, response).catch(() =>
      response.destroy(),
    );
  });
  const openHttpPort = await listen(http, httpPort);
  return {
    smtpPort: openSmtpPort,
    httpPort: openHttpPort,
    smtpUrl,
    httpUrl: `http://127.0.0.1:${openHttpPort}`,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
};
