import { listedRevision, pathIdSchema } from '@obieg/contracts';
import {
  creationOf,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import type { Stored } from '../model/configuration.model';
import { type Caller, callerOf } from './caller';

export const readAccess = { permission: 'BASE' } as const;
export const changeAccess = { permission: 'MANAGE_WORKFLOW' } as const;
const params = z.object({ id: pathIdSchema });

/** Entities of a list carry their revision. */
export const listSchemaOf = (entitySchema: z.ZodObject) => z.array(entitySchema.extend(listedRevision));

interface EntityRoutesOptions<Entity, Save> {
  path: `/api/${string}`;
  /** For operation ids: `getStatus`, `listStatuses`. */
  names: { one: string; many: string };
  entitySchema: z.ZodObject & z.ZodType<Entity>;
  saveSchema: z.ZodType<Save>;
  /** Permission to read. Default: BASE. */
  access?: typeof readAccess | typeof changeAccess;
  entities: {
    list(organizationId: number): Promise<Stored<Entity>[]>;
    get(organizationId: number, id: number): Promise<Stored<Entity>>;
    create(caller: Caller, input: Save): Promise<Stored<Entity>>;
    update(caller: Caller, id: number, input: Save): Promise<Stored<Entity>>;
    delete(caller: Caller, id: number): Promise<void>;
  };
}

/** Builds the response with an entity and its ETag. The schema drops the revision from the body. */
const respondWithEntity = <S extends 200 | 201, T>(status: S, entity: Stored<T>) => ({
  status,
  body: entity as T,
  headers: { etag: entityTagOf(entity) },
});

/** Defines the CRUD routes of a workflow entity (spec 2 §7). */
export const entityRoutes = <Entity, Save>({
  path,
  names,
  saveSchema,
  entities,
  access = readAccess,
  ...options
}: EntityRoutesOptions<Entity, Save>): Route[] => {
  const entitySchema: z.ZodType = options.entitySchema;
  const createId = `create${names.one}`;
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: `list${names.many}`,
      summary: 'Lists all of the organization (spec 2 §7)',
      access,
      responses: { 200: listSchemaOf(options.entitySchema) },
      handler: async ({ organization }) => ({ status: 200, body: await entities.list(organization.id) }),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/:id`,
      operationId: `get${names.one}`,
      summary: 'Returns one (spec 2 §7)',
      access,
      params,
      responses: { 200: entitySchema },
      handler: async ({ organization, params: { id } }) =>
        respondWithEntity(200, await entities.get(organization.id, id)),
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: createId,
      summary: 'Creates one; the Idempotency-Key header makes retries safe (spec 2 §7)',
      access: changeAccess,
      headers: idempotencyHeaders,
      body: saveSchema,
      responses: { 201: entitySchema },
      handler: async (request) => {
        const caller = { ...callerOf(request), creation: creationOf(request, createId) };
        return respondWithEntity(201, await entities.create(caller, request.body));
      },
    }),
    defineRoute({
      method: 'PUT',
      path: `${path}/:id`,
      operationId: `update${names.one}`,
      summary: 'Updates one; 412 if If-Match is not its current ETag (spec 2 §7)',
      access: changeAccess,
      params,
      headers: ifMatchHeaders,
      body: saveSchema,
      responses: { 200: entitySchema },
      handler: async (request) =>
        respondWithEntity(200, await entities.update(callerOf(request), request.params.id, request.body)),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/:id`,
      operationId: `delete${names.one}`,
      summary: 'Deletes one; 409 if it is in use (spec 2 §7)',
      access: changeAccess,
      params,
      headers: ifMatchHeaders,
      responses: { 204: null },
      handler: async (request) => {
        await entities.delete(callerOf(request), request.params.id);
        return { status: 204 };
      },
    }),
  ];
};
