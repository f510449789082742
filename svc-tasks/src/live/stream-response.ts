import { liveMediaType } from '@obieg/contracts';
import type { LiveStreams } from './live-streams';

const liveHeaders = {
  'content-type': liveMediaType,
  // Disables response buffering in proxies, which would delay the events.
  'x-accel-buffering': 'no',
};

/** Answers with server-sent events for the subscription. */
export const streamResponse = (streams: LiveStreams, subscription: Parameters<LiveStreams['open']>[0]) =>
  ({ status: 200, headers: liveHeaders, body: streams.open(subscription) }) as const;
