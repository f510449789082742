import { liveMediaType, problemSchema, scimErrorSchema, scimMediaType, scimPath } from '@obieg/contracts';
import type * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { ifMatchHeaders } from './revisions';
import { eventStreamSchema, fileBodySchema, type Route } from './route';
import { scopeOfRoute } from './token-scopes';

const file = { type: 'string', format: 'binary' } as const;
const events = { type: 'string' } as const;
const bodyOf = (schema: z.ZodType) => {
  if (schema === fileBodySchema) return { content: { 'application/octet-stream': { schema: file } } };
  if (schema === eventStreamSchema) return { content: { [liveMediaType]: { schema: events } } };
  return { content: { 'application/json': { schema } } };
};

/** A body of a route with its own media type. */
const ownBodyOf = (mediaType: string | undefined, schema: z.ZodType) =>
  mediaType === undefined ? bodyOf(schema) : { content: { [mediaType]: { schema } } };

/** Request body of an upload. */
const upload = (field: string) => ({
  content: {
    'multipart/form-data': {
      schema: { type: 'object' as const, properties: { [field]: file }, required: [field] },
    },
  },
});

const errorStatuses = (route: Route): number[] => {
  const statuses = [400, 401, 404, 429, 503];
  // The guard sends it, or the handler after it has loaded the entity.
  if (route.access !== 'anyone') statuses.push(403);
  if (route.body || route.uploads) statuses.push(413, 415, 422);
  if (route.method !== 'GET') statuses.push(409);
  if (route.headers === ifMatchHeaders) statuses.push(412);
  return statuses.sort();
};

const describe = (route: Route): ZodOpenApiOperationObject => {
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, schema] of Object.entries(route.responses)) {
    responses[status as `${1 | 2 | 3 | 4 | 5}${string}`] = {
      description: 'Done',
      ...(schema ? ownBodyOf(route.mediaType, schema) : {}),
    };
  }
  for (const status of errorStatuses(route)) {
    responses[`${status}` as `4${string}`] ??= {
      description: 'Problem',
      content: route.path.startsWith(scimPath)
        ? { [scimMediaType]: { schema: scimErrorSchema } }
        : { 'application/problem+json': { schema: problemSchema } },
    };
  }
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.access === 'anyone' ? { security: [{}, { bearer: [] }] } : { security: [{ bearer: [] }] }),
    // Scope that an API token needs. Absent: no token may make the call.
    ...(scopeOfRoute(route) ? { 'x-token-scope': scopeOfRoute(route) } : {}),
    requestParams: {
      ...(route.params ? { path: route.params as z.ZodObject } : {}),
      ...(route.query ? { query: route.query as z.ZodObject } : {}),
      ...(route.headers ? { header: route.headers as z.ZodObject } : {}),
    },
    ...(route.body
      ? {
          requestBody: {
            content: { ...bodyOf(route.body).content, ...ownBodyOf(route.mediaType, route.body).content },
          },
        }
      : {}),
    ...(route.uploads ? { requestBody: upload(route.uploads) } : {}),
    responses,
  };
};

/** Generates OpenAPI 3.1 from the schemas that validate requests and responses. */
export const describeRoutes = (
  service: string,
  routes: readonly Route[],
): ReturnType<typeof createDocument> => {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { ...describe(route), tags: [service] } };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: service, version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  });
};
