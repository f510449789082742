import type { ParameterType, WorkflowParameter } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';

/** A dictionary row of a request. */
export interface SavedValue {
  id?: number | undefined;
  value: string;
}
interface ChangedDictionary {
  parameterType: ParameterType;
  dictionaryValues: readonly SavedValue[];
}

/** New texts by old text. */
export type Renames = ReadonlyMap<string, string>;

/** Lists the saved values whose text is gone while a row still has their id. */
export const listRenames = (
  own: WorkflowParameter,
  { parameterType, dictionaryValues: rows }: ChangedDictionary,
): Renames => {
  if (parameterType !== 'DICTIONARY') return new Map();
  const kept = new Set(rows.map(({ value }) => value));
  return new Map(
    own.dictionaryValues.flatMap(({ id, value }) => {
      const row = kept.has(value) ? undefined : rows.find((candidate) => candidate.id === id);
      return row ? [[value, row.value] as const] : [];
    }),
  );
};

const renameValue = (renames: Renames, value: string | null): string | null =>
  value === null ? null : (renames.get(value) ?? value);

/** Returns the configuration with the values renamed wherever parameters and transitions name them. */
export const renameUses = (
  configuration: Configuration,
  parameterId: number,
  renames: Renames,
): Configuration => ({
  ...configuration,
  parameters: configuration.parameters.map((parameter) => ({
    ...parameter,
    dependencies: parameter.dependencies.map((dependency) =>
      dependency.parentParameterId === parameterId
        ? { ...dependency, conditionValue: renameValue(renames, dependency.conditionValue) }
        : dependency,
    ),
  })),
  transitions: configuration.transitions.map((transition) => ({
    ...transition,
    parameterConditions: transition.parameterConditions.map((condition) =>
      condition.parameterId === parameterId
        ? { ...condition, conditionValue: renameValue(renames, condition.conditionValue) }
        : condition,
    ),
    requiredParameters: transition.requiredParameters.map((required) =>
      required.parameterId === parameterId
        ? { ...required, defaultValue: renameValue(renames, required.defaultValue) }
        : required,
    ),
  })),
});

const usingTables = [
  { table: 'dependencies', column: 'condition_value', parameter: 'parent_parameter_id', owner: 'parameter' },
  {
    table: 'parameter_conditions',
    column: 'condition_value',
    parameter: 'parameter_id',
    owner: 'transition',
  },
  { table: 'required_parameters', column: 'default_value', parameter: 'parameter_id', owner: 'transition' },
] as const;

/** Stores {@link renameUses}, and the same in the answers of scenarios. Renamed entities get a new revision. */
export const saveRenamedUses = async (
  tx: Tx,
  organizationId: number,
  parameterId: number,
  renames: Renames,
): Promise<void> => {
  if (renames.size === 0) return;
  const texts = JSON.stringify(Object.fromEntries(renames));
  for (const { table, column, parameter, owner } of usingTables)
    await tx.raw(
      `with renamed as (
         update ${table} u set ${column} = r.value from jsonb_each_text(?::jsonb) r
          where u.organization_id = ? and u.${parameter} = ? and u.${column} = r.key
         returning u.${owner}_id
       )
       update ${owner}s o set revision = revision + 1
        where o.organization_id = ? and o.id in (select ${owner}_id from renamed)`,
      [texts, organizationId, parameterId, organizationId],
    );
  const key = String(parameterId);
  await tx.raw(
    `update workflow_scenarios s
        set answers = jsonb_set(s.answers, array[?::text], to_jsonb(r.value)), revision = revision + 1
       from jsonb_each_text(?::jsonb) r
      where s.organization_id = ? and s.answers ->> ?::text = r.key`,
    [key, texts, organizationId, key],
  );
};
