import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { eventCatalogue } from './events/catalogue';
import * as contracts from './index';
import { neutralOf, openEnum, openEnumList, optionalOpenEnum, passingEnum } from './open-enum';

interface Json {
  $ref?: string;
  $defs?: Record<string, Json>;
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  'x-extensible-enum'?: string[];
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
  properties?: Record<string, Json>;
  additionalProperties?: Json | boolean;
  items?: Json;
  prefixItems?: Json[];
  anyOf?: Json[];
  allOf?: Json[];
}

const unknownValue = 'OF_A_NEWER_VERSION';

/** Texts that match the formats and patterns of the schemas. */
const texts = [
  'report.txt',
  '/api/x',
  'a-remote',
  '1',
  '2026-12-01',
  '2026-12-01T10:00:00.000Z',
  '5f0c6cf4-2f6e-4cf6-9d8d-0a4d1d3c7f11',
  'k'.repeat(43),
  `sha384-${'A'.repeat(64)}`,
  '12:30',
  'a',
  'obieg-workflow/1',
  `whsec_${'A'.repeat(43)}=`,
];

const findText = ({ format, pattern }: Json): string => {
  if (format === 'date-time') return '2026-12-01T10:00:00.000Z';
  if (format === 'uuid') return '5f0c6cf4-2f6e-4cf6-9d8d-0a4d1d3c7f11';
  const regex = pattern === undefined ? /./ : new RegExp(pattern, 'u');
  return texts.find((text) => regex.test(text)) ?? expect.fail(`add a text for ${pattern}`);
};

/** Lists examples of a schema: one with known values, and one for each enum with an unknown value in it. */
const listExamples = (root: Json): { place: string; value: unknown }[] => {
  const places: string[] = [];
  const build = (schema: Json, place: string, changed: string | undefined, depth: number): unknown => {
    if (schema.$ref !== undefined)
      return build(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, place, changed, depth + 1);
    const first = schema.anyOf?.[0] ?? schema.allOf?.[0];
    if (first) return build(first, place, changed, depth);
    if (schema.const !== undefined) return schema.const;
    const known = schema['x-extensible-enum'] ?? schema.enum;
    if (known) {
      places.push(place);
      return changed === place ? unknownValue : known[0];
    }
    switch (schema.type) {
      case 'object': {
        const own = Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          build(property, `${place}.${name}`, changed, depth + 1),
        ]);
        // An unknown member in each object that is not a map.
        return Object.fromEntries(
          schema.properties ? [...own, ['ofANewerVersion', { unknown: [unknownValue] }]] : own,
        );
      }
      case 'array':
        return depth > 12
          ? []
          : (schema.prefixItems ?? [schema.items ?? {}]).map((item, index) =>
              build(item, `${place}[${index}]`, changed, depth + 1),
            );
      case 'integer':
      case 'number':
        return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1);
      case 'boolean':
        return false;
      case 'string':
        return findText(schema);
      default:
        return null;
    }
  };
  const value = build(root, '', undefined, 0);
  return [
    { place: 'nothing', value },
    ...[...new Set(places)].map((place) => ({ place, value: build(root, place, place, 0) })),
  ];
};

/** What a service or a page accepts. It stays strict. */
const requestName =
  /^(?:save|create|change|add|edit|invite|assign|run|bulkTasks|send|check|code|read|done|snooze|unread|restore|import|release|rollback|dry|page|reserve|settle|set|answers|typed|exchange|hand|sign|verify|confirmSession|passSecondStep|momentS|task(?:List|Board|Filters|Page|Readers)Query)|(?:Query|Request|Params)Schema$/;
const responseOfRequestName = /ResponseSchema$|^changeHistory|^checkLogin(?!Methods)/;

/** Schemas that only check one value, and the reasons why an enum among them is closed. */
const closed: Readonly<Record<string, string>> = {
  prioritySchema: 'of requests',
  draftAssigneeSchema: 'of requests',
  parameterTypeSchema: 'of requests',
  parameterStageSchema: 'of requests',
  conditionTypeSchema: 'of requests',
  statusTypeSchema: 'of requests',
  groupMemberRoleSchema: 'of requests',
  organizationRoleSchema: 'of requests',
  roleSchema: 'of requests',
  proposedWorkflowSchema: 'a request; `shownWorkflowSchema` is the response',
  dueAtSchema: 'of requests',
  weekSchema: 'of requests',
  holidaysSchema: 'of requests',
  pathIdSchema: 'of requests',
  providerDomainPathSchema: 'of requests',
  emailSchema: 'of requests',
  deliveryReportSchema: 'a request',
  confirmedTaskSchema: 'of requests',
  workflowFileSchema: 'a request; services write it as text',
  workflowRevisionDetailsSchema: 'svc-workflow writes the file as text',
  workflowTemplateSchema: 'files of the same build',
};

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

const responses: [string, z.ZodType][] = [
  ...Object.entries(contracts).flatMap(([name, value]): [string, z.ZodType][] =>
    isSchema(value) && (!requestName.test(name) || responseOfRequestName.test(name)) && !(name in closed)
      ? [[name, value]]
      : [],
  ),
  ...Object.entries(eventCatalogue),
];

describe('a schema of a response or an event', () => {
  it.each(responses)('%s accepts unknown members and values', (_, schema) => {
    const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
    for (const { place, value } of listExamples(json)) {
      const { error } = schema.safeParse(value);
      expect(error?.issues, `unknown value in ${place} of ${JSON.stringify(value)}`).toBeUndefined();
    }
  });

  it('is recognized among the exports', () => {
    const names = responses.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'taskPageSchema',
        'changeHistoryResponseSchema',
        'userSchema',
        'problemSchema',
      ]),
    );
    expect(names).not.toContain('createTaskSchema');
    expect(names.length).toBeGreaterThan(90);
  });
});

describe('a schema of a request', () => {
  it('rejects an unknown value', () => {
    expect(contracts.changePrioritySchema.safeParse({ priority: unknownValue }).success).toBe(false);
    expect(
      contracts.saveWorkflowStatusSchema.safeParse({ name: 'x', statusType: unknownValue }).success,
    ).toBe(false);
    expect(contracts.addTaskLinkSchema.safeParse({ type: unknownValue, otherTaskId: 1 }).success).toBe(false);
  });
});

describe('openEnum', () => {
  const schema = openEnum(['A', 'B'], 'B');

  it('replaces an unknown text', () => {
    expect([schema.parse('A'), schema.parse(unknownValue)]).toEqual(['A', 'B']);
    expect(openEnum(['A'], 'OTHER').parse(unknownValue)).toBe('OTHER');
    expect(neutralOf(schema)).toBe('B');
  });

  it('rejects a missing value and other types', () => {
    for (const value of [undefined, null, 1]) expect(schema.safeParse(value).success).toBe(false);
    expect(z.object({ a: schema }).safeParse({}).success).toBe(false);
  });

  it('tells clients that the enum can grow', () => {
    expect(z.toJSONSchema(schema)).toMatchObject({ enum: ['A', 'B'], 'x-extensible-enum': ['A', 'B'] });
  });
});

describe('the other open enums', () => {
  it('keep, omit or leave out an unknown text', () => {
    expect(passingEnum(['A']).parse(unknownValue)).toBe(unknownValue);
    expect(z.object({ a: optionalOpenEnum(['A']) }).parse({ a: unknownValue }).a).toBeUndefined();
    expect(z.object({ a: optionalOpenEnum(['A']) }).parse({})).toEqual({});
    expect(openEnumList(['A', 'B']).parse(['A', unknownValue, 'B'])).toEqual(['A', 'B']);
  });
});
