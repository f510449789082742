import type { ParameterType, WorkflowParameter } from '@obieg/contracts';
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

/** Lists the new texts, by old text, of saved values whose text is gone while a row still has their id. */
const listRenames = (
  own: WorkflowParameter,
  { parameterType, dictionaryValues: rows }: ChangedDictionary,
): ReadonlyMap<string, string> => {
  if (parameterType !== 'DICTIONARY') return new Map();
  const kept = new Set(rows.map(({ value }) => value));
  return new Map(
    own.dictionaryValues.flatMap(({ id, value }) => {
      const row = kept.has(value) ? undefined : rows.find((candidate) => candidate.id === id);
      return row ? [[value, row.value] as const] : [];
    }),
  );
};

/** Returns the configuration with the changed values renamed wherever parameters, transitions and scenarios name them. */
export const renameUses = (
  configuration: Configuration,
  own: WorkflowParameter,
  changed: ChangedDictionary,
): Configuration => {
  const renames = listRenames(own, changed);
  if (renames.size === 0) return configuration;
  const rename = (value: string | null): string | null =>
    value === null ? null : (renames.get(value) ?? value);
  return {
    ...configuration,
    parameters: configuration.parameters.map((parameter) => ({
      ...parameter,
      dependencies: parameter.dependencies.map((dependency) =>
        dependency.parentParameterId === own.id
          ? { ...dependency, conditionValue: rename(dependency.conditionValue) }
          : dependency,
      ),
    })),
    transitions: configuration.transitions.map((transition) => ({
      ...transition,
      parameterConditions: transition.parameterConditions.map((condition) =>
        condition.parameterId === own.id
          ? { ...condition, conditionValue: rename(condition.conditionValue) }
          : condition,
      ),
      requiredParameters: transition.requiredParameters.map((required) =>
        required.parameterId === own.id
          ? { ...required, defaultValue: rename(required.defaultValue) }
          : required,
      ),
    })),
    scenarios: configuration.scenarios.map((scenario) => ({
      ...scenario,
      answers: Object.fromEntries(
        Object.entries(scenario.answers).map(([id, value]) => [
          id,
          Number(id) === own.id ? (renames.get(value) ?? value) : value,
        ]),
      ),
    })),
  };
};
