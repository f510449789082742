import { importPeopleResponseSchema, importPeopleSchema, importQuerySchema } from '@obieg/contracts';
import { createConcurrencyLimit, type Database, defineRoute, problem, type Route } from '@obieg/service-kit';
import { originOf } from '../security-log/origin';
import { importPeople } from './import-people';

/** Other calls keep the rest of the pool. A batch uses one connection at a time. */
const batchesAtOnceMax = 1;
const batchWaitMs = 10_000;

export const peopleImportRoutes = (db: Database): Route[] => {
  const limit = createConcurrencyLimit({
    max: batchesAtOnceMax,
    waitMs: batchWaitMs,
    createError: () => problem.unavailable(),
  });
  return [
    defineRoute({
      method: 'POST',
      path: '/api/users/import',
      operationId: 'importPeople',
      summary:
        'Imports up to 200 rows of a CSV file as members, or checks them; addresses make it repeatable',
      access: { permission: 'MANAGE_USERS' },
      query: importQuerySchema,
      body: importPeopleSchema,
      responses: { 200: importPeopleResponseSchema },
      handler: async (request) => {
        const { organization, actor, body, query } = request;
        const saving = {
          organizationId: organization.id,
          actor,
          origin: originOf(request),
          input: body,
        };
        return {
          status: 200,
          body: { success: true, results: await importPeople({ db, limit }, saving, query.dryRun) },
        };
      },
    }),
  ];
};
