import { idSchema, pathIdSchema, requiredTextSchema } from '@obieg/contracts';
import * as z from 'zod';
import {
  createAuthenticator,
  createGlobalTable,
  createLog,
  createMetrics,
  createServiceApp,
  createTenantTable,
  defineRoute,
  type FindPermissions,
  type Migration,
  problem,
  serviceKitMigration,
  translateConstraint,
  withOrganization,
} from '../src/index';
import type { createTestIdentity, TestDatabase } from '../src/testing/index';

const notesMigration: Migration = {
  name: '20261121000200_notes',
  up: async (knex) => {
    await createTenantTable(knex, 'notes', (table) => {
      table.specificType('id', 'bigint generated always as identity').notNullable();
      table.text('text').notNullable();
      table.primary(['organization_id', 'id'], { constraintName: 'notes_pkey' });
      table.unique(['organization_id', 'text'], { indexName: 'notes_text_key' });
    });
    await createGlobalTable(knex, 'plain', (table) => {
      table.bigInteger('id').primary();
    });
  },
  down: async (knex) => {
    await knex.schema.dropTable('plain');
    await knex.schema.dropTable('notes');
  },
};

export const notesMigrations = [serviceKitMigration, notesMigration];

const noteSchema = z.object({ id: idSchema, text: z.string() });

/** Creates a small service for the tests. */
export const createNotesApp = (
  { db }: TestDatabase,
  identity: ReturnType<typeof createTestIdentity>,
  findPermissions: FindPermissions,
  isRevoked: (sessionId: string) => boolean = () => false,
) =>
  createServiceApp({
    name: 'notes',
    log: createLog('notes', 'silent'),
    metrics: createMetrics('notes'),
    healthChecks: [],
    authenticate: createAuthenticator({ keySet: identity.keySet, isRevoked }),
    findPermissions,
    routes: [
      defineRoute({
        method: 'POST',
        path: '/api/notes',
        operationId: 'addNote',
        summary: 'Adds a note',
        access: { permission: 'OPERATOR' },
        body: z.object({ text: requiredTextSchema(200) }),
        responses: { 201: noteSchema },
        handler: async ({ organization, body }) => {
          const rows = await withOrganization(db, organization.id, (tx) =>
            tx('notes')
              .insert({ organization_id: organization.id, text: body.text })
              .returning(['id', 'text'])
              .catch(
                translateConstraint({
                  notes_text_key: () =>
                    problem.conflict('NAME_TAKEN', 'A note with this text already exists.'),
                }),
              ),
          );
          return { status: 201, body: rows[0] as z.infer<typeof noteSchema> };
        },
      }),
      defineRoute({
        method: 'GET',
        path: '/api/notes/:id',
        operationId: 'getNote',
        summary: 'Shows a note',
        access: 'anyone',
        params: z.object({ id: pathIdSchema }),
        query: z.object({ mark: z.enum(['yes']).optional() }),
        responses: { 200: noteSchema },
        handler: async ({ organization, params }) => {
          const note = await withOrganization(db, organization.id, (tx) =>
            tx('notes').where('id', params.id).first(),
          );
          if (!note) throw problem.notFound();
          return { status: 200, body: { ...note, secret: 'stays inside' } };
        },
      }),
      defineRoute({
        method: 'DELETE',
        path: '/api/notes/:id',
        operationId: 'deleteNote',
        summary: 'Deletes a note',
        access: 'signed-in',
        params: z.object({ id: pathIdSchema }),
        responses: { 204: null },
        handler: async ({ organization, params }) => {
          await withOrganization(db, organization.id, (tx) => tx('notes').where('id', params.id).delete());
          return { status: 204 };
        },
      }),
    ],
  });
