import { Gauge, type Registry } from 'prom-client';
import type { LiveStreams } from './live-streams';

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
