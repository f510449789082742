import type { Target } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { readTargets, targetQuery } from '../configuration/read-targets';
import { getById } from '../configuration/rows';
import { loadTimeZone } from '../configuration/time-zone';
import { normalizeConditionValue } from '../model/conditions';
import type { Configuration, Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkTarget, type TargetInput } from './target-rules';

type StoredTarget = Stored<Target>;

const read = async (db: Database, organizationId: number, id?: number): Promise<StoredTarget[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [targetQuery(knex, id)]);
  return readTargets(rows);
};

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const uniqueStatuses = <M extends TargetInput['start'] | TargetInput['end']>(moment: M): M =>
  'statusIds' in moment ? { ...moment, statusIds: unique(moment.statusIds) } : moment;

/** Builds a checked target. */
const buildTarget = ({ parameters }: Configuration, input: TargetInput, id: number): Target => ({
  id,
  metric: input.metric,
  isActive: input.isActive,
  sortOrder: input.sortOrder,
  priorities: unique(input.priorities),
  conditions: input.conditions.map((condition) => ({
    parameterId: condition.parameterId,
    conditionType: condition.conditionType,
    conditionValue: normalizeConditionValue(getById(parameters, condition.parameterId), condition),
  })),
  calendarId: input.calendarId,
  minutes: input.minutes,
  start: uniqueStatuses(input.start),
  end: uniqueStatuses(input.end),
  pausedStatusIds: unique(input.pausedStatusIds),
});

export const createTargets = (db: Database) => {
  const save = (caller: Caller, input: TargetInput, id?: number): Promise<StoredTarget> =>
    saveEntity(db, caller, {
      kind: 'targets',
      id,
      present: (saved) => saved,
      build: async (tx, before) => {
        const timeZone = await loadTimeZone(tx, caller.organizationId);
        checkTarget({ ...before, timeZone }, caller.language, input, id);
        return buildWithIds(tx, ({ takeId }) => ({
          entity: buildTarget(before, input, id ?? takeId('workflow_targets')),
        }));
      },
    });

  return {
    list: (organizationId: number) => read(db, organizationId),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<StoredTarget> =>
      getById(await read(db, organizationId, id), id),

    /** @throws 422 */
    create: (caller: Caller, input: TargetInput) => save(caller, input),

    /** @throws 404, 412, 422 */
    update: (caller: Caller, id: number, input: TargetInput) => save(caller, input, id),

    /** @throws 404, 412 */
    delete: (caller: Caller, id: number): Promise<void> => deleteEntity(db, caller, { kind: 'targets', id }),
  };
};
export type Targets = ReturnType<typeof createTargets>;
