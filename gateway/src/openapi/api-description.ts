import { fetchJsonFrom, type Logger } from '@obieg/service-kit';
import type { Instances } from '../proxy/instances';
import { type ServiceName, serviceNames } from '../routing/routing-table';
import { mergeOpenApi, type OpenApi, openApiSchema } from './merge';

const cacheMs = 10_000;
const deadlineMs = 3_000;

/**
 * Merges the services' OpenAPI documents and that of the gateway's own routes. Uses the last known document of an
 * unavailable service.
 */
export const createApiDescription = (services: Record<ServiceName, Instances>, own: unknown, log: Logger) => {
  const ownDocument = openApiSchema.parse(own);
  const known = new Map<ServiceName, OpenApi>();
  let cached: { content: Promise<Buffer>; at: number } | undefined;

  const readOne = async (name: ServiceName): Promise<void> => {
    try {
      const document = await fetchJsonFrom(services[name].list, '/openapi.json', deadlineMs);
      known.set(name, openApiSchema.parse(document));
    } catch (error) {
      log.warn({ err: error, upstream: name }, 'cannot fetch the OpenAPI document of a service');
    }
  };
  const read = async (): Promise<Buffer> => {
    await Promise.all(serviceNames.map(readOne));
    const documents = serviceNames.flatMap((service) => {
      const document = known.get(service);
      return document ? [{ service: service as string, document }] : [];
    });
    const merged = mergeOpenApi([...documents, { service: 'gateway', document: ownDocument }]);
    return Buffer.from(JSON.stringify(merged));
  };
  return {
    /** Returns the merged document as JSON. */
    read: (): Promise<Buffer> => {
      if (!cached || Date.now() - cached.at > cacheMs) cached = { content: read(), at: Date.now() };
      return cached.content;
    },
  };
};
