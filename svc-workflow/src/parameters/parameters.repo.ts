import type { Tx } from '@obieg/service-kit';
import type { ValueRow } from '../configuration/read-parameters';
import { getById, replaceRows } from '../configuration/rows';
import { normalizeConditionValue, normalizeDefault } from '../model/conditions';
import type { Configuration } from '../model/configuration.model';
import type { ParameterInput } from './parameter-rules';
import { listRenames, saveRenamedUses } from './rename-values';

const columns = (input: ParameterInput) => ({
  parameter_name: input.parameterName,
  display_name: input.displayName,
  description: input.description || null,
  parameter_type: input.parameterType,
  parameter_stage: input.parameterStage,
  sort_order: input.sortOrder,
  is_active: input.isActive,
  default_value: normalizeDefault(input, input.defaultValue),
});

type Own = Record<'organization_id' | 'parameter_id', number>;

/** Saves the dictionary values. A value with unchanged text keeps its id. */
const saveValues = async (
  tx: Tx,
  own: Own,
  { parameterType, dictionaryValues }: ParameterInput,
): Promise<void> => {
  const unsaved = new Map(
    (parameterType === 'DICTIONARY' ? dictionaryValues : []).map((entry) => [entry.value, entry]),
  );
  const stored: ValueRow[] = await tx('dictionary_values').where({ parameter_id: own.parameter_id });
  const removedIds = stored.filter(({ value }) => !unsaved.has(value)).map(({ id }) => id);
  if (removedIds.length > 0) await tx('dictionary_values').whereIn('id', removedIds).delete();
  const changed = stored.flatMap(({ id, value, sort_order, is_active }) => {
    const entry = unsaved.get(value);
    unsaved.delete(value);
    const isSame = entry?.sortOrder === sort_order && entry.isActive === is_active;
    return entry === undefined || isSame
      ? []
      : [{ id, sort_order: entry.sortOrder, is_active: entry.isActive }];
  });
  if (changed.length > 0)
    await tx.raw(
      `update dictionary_values d set sort_order = c.sort_order, is_active = c.is_active
         from jsonb_to_recordset(?::jsonb) as c(id bigint, sort_order int, is_active boolean)
        where d.organization_id = ? and d.id = c.id`,
      [JSON.stringify(changed), own.organization_id],
    );
  const added = [...unsaved.values()].map(({ value, sortOrder, isActive }) => ({
    ...own,
    value,
    sort_order: sortOrder,
    is_active: isActive,
  }));
  if (added.length > 0) await tx('dictionary_values').insert(added);
};

const saveDependencies = async (
  tx: Tx,
  own: Own,
  { parameters }: Configuration,
  { dependencies }: ParameterInput,
): Promise<void> => {
  const rows = dependencies.map((dependency) => ({
    parent_parameter_id: dependency.parentParameterId,
    condition_type: dependency.conditionType,
    condition_value: normalizeConditionValue(getById(parameters, dependency.parentParameterId), dependency),
  }));
  await replaceRows(tx, 'dependencies', own, rows);
};

/** Inserts or updates a checked parameter with its parts. @returns its id */
export const saveParameter = async (
  tx: Tx,
  before: Configuration,
  input: ParameterInput,
  ownId?: number,
): Promise<number> => {
  const [{ id }] = (await (ownId === undefined
    ? tx('parameters').insert({ organization_id: before.organizationId, ...columns(input) })
    : tx('parameters')
        .where({ id: ownId })
        .update({ ...columns(input), revision: tx.raw('revision + 1') })
  ).returning('id')) as [{ id: number }];
  const own = { organization_id: before.organizationId, parameter_id: id };
  const stored = before.parameters.find((parameter) => parameter.id === ownId);
  if (stored && input.renameUses)
    await saveRenamedUses(tx, before.organizationId, id, listRenames(stored, input));
  await saveValues(tx, own, input);
  await saveDependencies(tx, own, before, input);
  return id;
};

/** Numbers the parameters from 0 in the given order. A parameter that does not move keeps its revision. */
export const saveOrder = async (
  tx: Tx,
  organizationId: number,
  parameterIds: readonly number[],
): Promise<void> => {
  await tx.raw(
    `update parameters p set sort_order = o.position - 1, revision = revision + 1
       from unnest(?::bigint[]) with ordinality as o(id, position)
      where p.organization_id = ? and p.id = o.id and p.sort_order <> o.position - 1`,
    [[...parameterIds], organizationId],
  );
};
