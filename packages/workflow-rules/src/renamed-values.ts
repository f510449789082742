import type {
  ParameterType,
  RenamedValue,
  WorkflowConfiguration,
  WorkflowParameter,
  WorkflowScenario,
} from '@obieg/contracts';

/** The dictionary of a parameter after a change. A row keeps the id of its value. */
interface ChangedDictionary {
  parameterType: ParameterType;
  dictionaryValues: readonly { id?: number | undefined; value: string }[];
}

/** Lists the saved values of a parameter whose text is gone while a row still has their id. */
export const listRenamedValues = (
  own: WorkflowParameter,
  { parameterType, dictionaryValues: rows }: ChangedDictionary,
): RenamedValue[] => {
  if (parameterType !== 'DICTIONARY') return [];
  const kept = new Set(rows.map(({ value }) => value));
  return own.dictionaryValues.flatMap(({ id, value: from }) => {
    const row = kept.has(from) ? undefined : rows.find((candidate) => candidate.id === id);
    return row ? [{ parameterId: own.id, from, to: row.value }] : [];
  });
};

/** Returns a function that renames a value of a parameter, if it is one of the renamed ones. */
export const createRename = (renamedValues: readonly RenamedValue[]) => {
  const texts = new Map(renamedValues.map(({ parameterId, from, to }) => [`${parameterId} ${from}`, to]));
  return <T extends string | null>(parameterId: number, value: T): T | string =>
    value === null ? value : (texts.get(`${parameterId} ${value}`) ?? value);
};

type RenamedParts = Pick<WorkflowConfiguration, 'parameters' | 'transitions' | 'targets'>;

/** Returns the workflow with the values renamed wherever parameters, transitions and targets name them. */
export const renameUses = <C extends RenamedParts>(
  configuration: C,
  renamedValues: readonly RenamedValue[],
): C => {
  if (renamedValues.length === 0) return configuration;
  const rename = createRename(renamedValues);
  return {
    ...configuration,
    parameters: configuration.parameters.map((parameter) => ({
      ...parameter,
      dependencies: parameter.dependencies.map((dependency) => ({
        ...dependency,
        conditionValue: rename(dependency.parentParameterId, dependency.conditionValue),
      })),
    })),
    transitions: configuration.transitions.map((transition) => ({
      ...transition,
      parameterConditions: transition.parameterConditions.map((condition) => ({
        ...condition,
        conditionValue: rename(condition.parameterId, condition.conditionValue),
      })),
      requiredParameters: transition.requiredParameters.map((required) => ({
        ...required,
        defaultValue: rename(required.parameterId, required.defaultValue),
      })),
    })),
    ...(configuration.targets && {
      targets: configuration.targets.map((target) => ({
        ...target,
        conditions: target.conditions.map((condition) => ({
          ...condition,
          conditionValue: rename(condition.parameterId, condition.conditionValue),
        })),
      })),
    }),
  };
};

/** Returns the scenarios with the values renamed in their answers. */
export const renameAnswersOf = <S extends Pick<WorkflowScenario, 'answers'>>(
  scenarios: readonly S[],
  renamedValues: readonly RenamedValue[],
): S[] => {
  const rename = createRename(renamedValues);
  return scenarios.map((scenario) => ({
    ...scenario,
    answers: Object.fromEntries(
      Object.entries(scenario.answers).map(([id, value]) => [id, rename(Number(id), value)]),
    ),
  }));
};
