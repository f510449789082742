import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  source: string;
}

/** What the server does with a mail. A rejection is temporary, so the sender retries. */
type Outcome = 'accepted' | 'rejected' | 'closed-before-accept' | 'closed-after-accept';

/** Starts a real SMTP server. `decide` chooses the outcome of each mail; its sender waits for a promise. */
export const startSmtpServer = async (
  port: number,
  decide: (mail: ReceivedMail) => Outcome | Promise<Outcome> = () => 'accepted',
) => {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const source = Buffer.concat(chunks).toString();
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), source };
        const outcome = await decide(mail);
        if (outcome === 'accepted' || outcome === 'closed-after-accept') received.push(mail);
        if (outcome === 'accepted') done();
        else if (outcome === 'rejected')
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        else for (const connection of server.connections) connection.close();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

export const headerOf = ({ source }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '';
