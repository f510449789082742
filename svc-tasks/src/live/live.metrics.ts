import { Gauge, type Registry } from 'prom-client';
import type { LiveStreams } from './live-streams';

/** How many pages are told of changes by this process. */
export const observeLiveStreams = (registry: Registry, streams: Pick<LiveStreams, 'count'>): void => {
  new Gauge({
    name: 'obieg_live_streams',
    help: 'Open streams of server-sent events',
    registers: [registry],
    collect() {
      this.set(streams.count());
    },
  });
};
