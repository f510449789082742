import type { Instances } from '../proxy/instances';
import { type ServiceName, serviceNames } from '../routing/routing-table';

type State = 'up' | 'down';

interface OverallHealth {
  /** A service is up if one of its instances is. */
  status: 'up' | 'degraded' | 'down';
  services: Record<ServiceName, State>;
  /** The state of each instance, in the order of the setting. */
  instances: Record<ServiceName, State[]>;
}

/** Minimum time between two checks, regardless of the number of requests. */
const cacheMs = 2_000;

/** Public health: which services and instances are up, without addresses and reasons. */
export const createOverallHealth = (services: Record<ServiceName, Instances>) => {
  let cached: { report: Promise<OverallHealth>; at: number } | undefined;
  const readStates = async (name: ServiceName): Promise<[ServiceName, State[]]> => [
    name,
    (await services[name].readiness()).map((isReady) => (isReady ? 'up' : 'down')),
  ];
  const check = async (): Promise<OverallHealth> => {
    const instances = await Promise.all(serviceNames.map(readStates));
    const states = instances.map(([name, all]): [ServiceName, State] => [
      name,
      all.includes('up') ? 'up' : 'down',
    ]);
    const upCount = states.filter(([, state]) => state === 'up').length;
    return {
      status: upCount === states.length ? 'up' : upCount === 0 ? 'down' : 'degraded',
      services: Object.fromEntries(states) as OverallHealth['services'],
      instances: Object.fromEntries(instances) as OverallHealth['instances'],
    };
  };
  return {
    read: (): Promise<OverallHealth> => {
      if (!cached || Date.now() - cached.at > cacheMs) cached = { report: check(), at: Date.now() };
      return cached.report;
    },
  };
};
