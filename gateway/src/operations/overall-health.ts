import { requestJson } from '@obieg/service-kit';
import { type ServiceName, serviceNames } from '../routing/routing-table';

export interface OverallHealth {
  status: 'up' | 'degraded' | 'down';
  services: Record<ServiceName, 'up' | 'down'>;
}

const deadlineMs = 2_000;
/** Minimum time between two checks, regardless of the number of requests. */
const cacheMs = 2_000;

const isUp = async (url: string): Promise<boolean> => {
  try {
    const { status } = await requestJson(`${url}/readyz`, deadlineMs);
    return status === 200;
  } catch {
    return false;
  }
};

/** Public health: which services are up, without reasons. */
export const createOverallHealth = (services: Record<ServiceName, string>, now = Date.now) => {
  let cached: { report: Promise<OverallHealth>; at: number } | undefined;
  const check = async (): Promise<OverallHealth> => {
    const states = await Promise.all(serviceNames.map((name) => isUp(services[name])));
    const upCount = states.filter(Boolean).length;
    return {
      status: upCount === states.length ? 'up' : upCount === 0 ? 'down' : 'degraded',
      services: Object.fromEntries(
        serviceNames.map((name, index) => [name, states[index] ? 'up' : 'down']),
      ) as OverallHealth['services'],
    };
  };
  return {
    read: (): Promise<OverallHealth> => {
      if (!cached || now() - cached.at > cacheMs) cached = { report: check(), at: now() };
      return cached.report;
    },
  };
};
