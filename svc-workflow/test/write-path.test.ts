import { eventCatalogue } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../src/configuration/configuration.repo';
import { configurationTables, listRows, type Row } from '../src/configuration/configuration-tables';
import type { Configuration } from '../src/model/configuration.model';
import {
  buildFile,
  buildFileParameter,
  buildFileTransition,
  createWorkflowClient,
  type WorkflowClient,
} from './workflow-files';
import {
  acme,
  buildDictionary,
  buildParameter,
  startWorkflowService,
  type WorkflowService,
} from './workflow-service';

const globexId = 2;
let service: WorkflowService;
let editor: WorkflowClient;
let importer: WorkflowClient;
beforeAll(async () => {
  service = await startWorkflowService();
  editor = createWorkflowClient(service.call);
  importer = createWorkflowClient(service.callGlobex);
  const file = buildFile({
    parameters: [
      buildFileParameter('kind', {
        parameterType: 'DICTIONARY',
        dictionaryValues: ['a', 'b'].map((value) => ({ value, isActive: true })),
      }),
      buildFileParameter('device', {
        dependencies: [{ parameter: 'kind', conditionType: 'EQUALS', conditionValue: 'a' }],
      }),
    ],
    transitions: [
      buildFileTransition('Start', null, 'Nowe'),
      buildFileTransition('Koniec', 'Nowe', 'Gotowe', {
        parameterConditions: [{ parameter: 'kind', conditionType: 'EQUALS', conditionValue: 'a' }],
        requiredParameters: [{ parameter: 'device', isMandatory: true, defaultValue: null }],
      }),
    ],
  });
  expect((await editor.import(file)).status).toBe(200);
  expect((await importer.import(file)).status).toBe(200);
});
afterAll(() => service.close());

const load = (organizationId: number): Promise<Configuration> =>
  withOrganization(service.db, organizationId, (tx) => loadConfiguration(tx, organizationId));

const references: Record<string, string> = {
  parameter_id: 'parameters',
  parent_parameter_id: 'parameters',
  transition_id: 'transitions',
  from_status_id: 'statuses',
  to_status_id: 'statuses',
};

/** Rows of each table with positions instead of ids, which differ between organizations, and without times. */
const readRows = async (organizationId: number) => {
  const configuration = await load(organizationId);
  const rows = new Map(configurationTables.map((table) => [table.name, listRows(table, configuration)]));
  const positionOf = (table: string, id: unknown): number =>
    (rows.get(table) ?? []).filter((row) => row.id < Number(id)).length;
  const withPositions = (table: string, { created_at: _, ...row }: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const target = column === 'id' ? table : references[column];
        return [column, target && value !== null ? positionOf(target, value) : value];
      }),
    );
  return [...rows].map(([table, list]) => [table, list.map((row) => withPositions(table, row))]);
};

const getLastPublished = async (organizationId: number) =>
  (await recordedEvents(service.database.db.knex, 'obieg.workflow.configuration.changed'))
    .filter(({ organizationid }) => organizationid === organizationId)
    .at(-1)?.data;

const getSummary = async ({ send }: WorkflowClient) =>
  (await send('GET', '/api/workflow-revisions?limit=1')).body.revisions[0].summary;

const paths = {
  parameter: '/api/workflow-parameters',
  status: '/api/workflow-status',
  transition: '/api/status-transitions',
};
const find = async (path: string, name: string) =>
  (await service.call('GET', path)).body.find(
    (entity: { name?: string; parameterName?: string }) => (entity.parameterName ?? entity.name) === name,
  );
/** Saves an entity with other fields. */
const edit = async (path: string, name: string, more: (entity: never) => object) => {
  const entity = await find(path, name);
  return service.call('PUT', `${path}/${entity.id}`, { ...entity, ...more(entity as never) });
};

const edits: [string, () => Promise<{ status: number }>][] = [
  [
    'another text',
    () => edit(paths.parameter, 'device', () => ({ displayName: 'Device', description: 'x' })),
  ],
  ['another name', () => edit(paths.status, 'Gotowe', () => ({ name: 'gotowe' }))],
  [
    'a new parameter',
    () =>
      service.call(
        'POST',
        paths.parameter,
        buildParameter('new', { sortOrder: 2, ...buildDictionary('x', 'y') }),
      ),
  ],
  [
    'new and retired values',
    () =>
      edit(paths.parameter, 'new', () => ({
        dictionaryValues: [
          { value: 'x', sortOrder: 0, isActive: false },
          { value: 'y', sortOrder: 1 },
          { value: 'z', sortOrder: 2 },
        ],
      })),
  ],
  [
    'a renamed value in use',
    () =>
      edit(
        paths.parameter,
        'kind',
        ({ dictionaryValues: [first, ...rest] }: { dictionaryValues: object[] }) => ({
          dictionaryValues: [{ ...first, value: 'A' }, ...rest],
          renameUses: true,
        }),
      ),
  ],
  [
    'another dependency',
    async () => {
      const { id } = await find(paths.parameter, 'kind');
      return edit(paths.parameter, 'new', () => ({
        dependencies: [{ parentParameterId: id, conditionType: 'NOT_EQUALS', conditionValue: 'b' }],
      }));
    },
  ],
  ['a new status', () => service.call('POST', paths.status, { name: 'W toku', statusType: 'INTERMEDIATE' })],
  [
    'a new transition',
    async () =>
      service.call('POST', paths.transition, {
        name: 'Weź',
        fromStatusId: (await find(paths.status, 'Nowe')).id,
        toStatusId: (await find(paths.status, 'W toku')).id,
        priorityOrder: 3,
        requiredParameters: [{ parameterId: (await find(paths.parameter, 'kind')).id, defaultValue: 'b' }],
      }),
  ],
  [
    'no condition',
    () => edit(paths.transition, 'Koniec', () => ({ parameterConditions: [], requiredParameters: [] })),
  ],
  [
    'a removed transition',
    async () => service.call('DELETE', `${paths.transition}/${(await find(paths.transition, 'Weź')).id}`),
  ],
  [
    'a removed parameter',
    async () => service.call('DELETE', `${paths.parameter}/${(await find(paths.parameter, 'new')).id}`),
  ],
  [
    'a removed status',
    async () => service.call('DELETE', `${paths.status}/${(await find(paths.status, 'W toku')).id}`),
  ],
];

describe('the same change by edit and by import', () => {
  it.each(edits)('gives the same rows, event and summary: %s', async (_, change) => {
    expect((await change()).status).toBeLessThan(300);
    expect((await importer.import(JSON.parse(await editor.exportText()))).body.changes).not.toEqual([]);
    expect(await readRows(globexId)).toEqual(await readRows(acme.id));
    expect(await getSummary(importer)).toEqual(await getSummary(editor));
    for (const id of [acme.id, globexId])
      expect(await getLastPublished(id)).toEqual(
        eventCatalogue['obieg.workflow.configuration.changed'].parse(await load(id)),
      );
  });
});
