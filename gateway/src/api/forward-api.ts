import { isProblem, type ProblemError, problem } from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import type { ConcurrencyLimit } from '../limits/concurrency-limit';
import { findCalendarKey, findTaskNumber } from '../limits/limits';
import type { Principal } from '../limits/principal';
import type { SettleReservation, TaskMisses } from '../limits/task-misses';
import type { GatewayMetrics } from '../metrics/metrics';
import type { Instances } from '../proxy/instances';
import type { ServiceProxy } from '../proxy/proxy';
import {
  bodyLimitOf,
  findApiRoute,
  isLongCall,
  type Lane,
  laneOf,
  type ServiceName,
} from '../routing/routing-table';
import { type Admission, internalHeadersOf } from './admission';

interface ForwardOptions {
  services: Record<ServiceName, Instances>;
  admission: Admission;
  taskMisses: TaskMisses;
  limitConcurrency: Record<Lane, ConcurrencyLimit>;
  proxy: ServiceProxy;
  metrics: GatewayMetrics;
}

/** A 503 tells the caller which part of the product is away. */
const namePart = (error: ProblemError, service: ServiceName): ProblemError =>
  error.status === 503 ? problem.partUnavailable(service, error.cause) : error;

/** Forwards a call below /api to the owning service, within the caller's limits. */
export const createApiForwarder = (options: ForwardOptions) => {
  const { services, admission, taskMisses, limitConcurrency, proxy, metrics } = options;

  const send = async (
    context: GatewayContext,
    service: ServiceName,
    { key: principal }: Principal,
    headers: Record<string, string>,
    onResponse?: SettleReservation,
  ) => {
    const { req, res, state } = context;
    const lane = laneOf(context.method, state.target.path);
    context.respond = false;
    try {
      await proxy.forward({
        request: req,
        response: res,
        instances: services[service],
        url: state.target.url,
        headers,
        principal,
        bodyLimitBytes: bodyLimitOf(context.method, state.target.path),
        lane,
        endsIfHanging: !isLongCall(context.method, state.target.path),
        onResponse: (status) => {
          // The remaining duration of a stream depends on its reader.
          if (lane === 'streams') state.streamedSince = process.hrtime.bigint();
          onResponse?.(status);
        },
      });
    } catch (error) {
      if (!isProblem(error) || error.status < 500) throw error;
      metrics.upstreamFailures.inc({ upstream: service, code: error.code });
      throw namePart(error, service);
    }
  };

  return async (context: GatewayContext): Promise<void> => {
    const { target } = context.state;
    const route = findApiRoute(target.path);
    if (route) context.state.route = route.prefix;
    const principal = await admission.countCall(context);
    if (!route) throw problem.notFound();
    const taskNumber = findTaskNumber(context.method, target.path);
    const calendarKey = findCalendarKey(context.method, target.path);
    const guess = taskNumber ?? calendarKey;
    // Counted apart: revoked feeds, which programs keep reading, must not hide the tasks of an office.
    const guesser = calendarKey === undefined ? principal.key : `calendars ${principal.key}`;
    const organization = await admission.findOrganization(context);
    const headers = internalHeadersOf(context, organization);
    const pass = async () => {
      if (guess === undefined) return send(context, route.service, principal, headers);
      const settle = await taskMisses.reserve(guesser, guess);
      try {
        await send(context, route.service, principal, headers, settle);
      } finally {
        settle();
      }
    };
    await limitConcurrency[laneOf(context.method, target.path)](principal, pass);
  };
};
