import { Readable } from 'node:stream';
import type { GatewayContext } from './request-handler';

const pieceBytes = 64 * 1_024;

function* cut(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes)
    yield content.subarray(start, start + pieceBytes);
}

/**
 * Responds with content that many clients get. All responses share its memory, and a slow client keeps one piece of it.
 * A string as the body would be copied for each client.
 */
export const sendShared = (context: GatewayContext, content: Buffer): void => {
  context.body = content.length > pieceBytes ? Readable.from(cut(content)) : content;
  context.length = content.length;
};
