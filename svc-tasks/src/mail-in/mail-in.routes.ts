import { defineRoute, problem, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { mailBounds } from './parse-mail';
import type { ReceiveMail } from './receive-mail';

const readBody = async (incoming: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > mailBounds.bytes) throw problem.tooLarge('The mail is larger than 30 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Lets a mail server of the cluster hand mails over. Without a reply address, there is no route. */
export const internalMailRoutes = (receiveMail: ReceiveMail | undefined): Route[] =>
  receiveMail === undefined
    ? []
    : [
        defineRoute({
          method: 'POST',
          path: '/internal/mails',
          operationId: 'receiveMail',
          summary:
            'Takes a mail as it arrived (message/rfc822); x-recipients has the addresses of the envelope',
          access: 'anyone',
          site: 'any',
          headers: z.object({ 'x-recipients': z.string().max(10_000).optional() }),
          responses: { 202: z.object({ isStored: z.boolean() }) },
          handler: async (request) => {
            const recipients = (request.headers['x-recipients'] ?? '').split(',').filter(Boolean);
            const isStored = await receiveMail(await readBody(request.incoming), { recipients });
            return { status: 202, body: { isStored } };
          },
        }),
      ];
