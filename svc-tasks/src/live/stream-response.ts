import { dataAgeParameter, liveMediaType } from '@obieg/contracts';
import { z } from 'zod';
import type { LiveStreams } from './live-streams';

const liveHeaders = {
  'content-type': liveMediaType,
  // Disables response buffering in proxies, which would delay the events.
  'x-accel-buffering': 'no',
};

export const liveQuerySchema = z.object({
  [dataAgeParameter]: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional()
    .describe('Age of the shown data in milliseconds. The stream also reports the changes since then.'),
});

/** Answers with server-sent events for the subscription. */
export const streamResponse = (streams: LiveStreams, subscription: Parameters<LiveStreams['open']>[0]) =>
  ({ status: 200, headers: liveHeaders, body: streams.open(subscription) }) as const;
