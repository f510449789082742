import type { CheckedGroup, FindingCode, WorkflowConfiguration } from '@obieg/contracts';
import { checkValue } from '../../values';
import { publicQuestionnaire } from '../../wizard';

type Parameter = WorkflowConfiguration['parameters'][number];

/** A result to compare: `CODE kind:id`. */
export type Mark = string;

export const isEmptyDictionary = ({ parameterType, dictionaryValues }: Parameter): boolean =>
  parameterType === 'DICTIONARY' && dictionaryValues.every(({ isActive }) => !isActive);

const isBadDefault = (parameter: Parameter | undefined, value: string | null): boolean => {
  if (!parameter?.isActive || value === null || value === '') return false;
  const dictionaryValues = parameter.dictionaryValues.filter(({ isActive }) => isActive);
  return !checkValue({ ...parameter, dictionaryValues }, value).isValid;
};

/** Finds the mistakes that a single row shows. */
export const markRows = (
  { parameters, transitions }: WorkflowConfiguration,
  groups: readonly CheckedGroup[],
  askedIds: ReadonlySet<number>,
): Mark[] => {
  const byId = new Map(parameters.map((one) => [one.id, one]));
  const questions = publicQuestionnaire(parameters);
  const isEmpty = (id: number) => !groups.some((group) => group.id === id && group.hasExecutors);
  const conditionMarks = (
    subject: string,
    conditions: readonly { parameterId: number; conditionType: string; conditionValue: string | null }[],
  ): Mark[] => {
    const isOn = (isWanted: (parameter: Parameter, value: string | null, type: string) => boolean) =>
      conditions.some(({ parameterId, conditionValue, conditionType }) => {
        const parameter = byId.get(parameterId);
        return parameter !== undefined && isWanted(parameter, conditionValue, conditionType);
      });
    return [
      ...(isOn(({ isActive }) => !isActive) ? [`CONDITION_ON_INACTIVE ${subject}`] : []),
      ...(isOn(
        ({ isActive, parameterType, dictionaryValues }, wanted, type) =>
          isActive &&
          parameterType === 'DICTIONARY' &&
          type.endsWith('EQUALS') &&
          !dictionaryValues.some((entry) => entry.isActive && entry.value === wanted),
      )
        ? [`CONDITION_ON_RETIRED_VALUE ${subject}`]
        : []),
    ];
  };
  return [
    ...questions.flatMap(({ id, dependencies }, index): Mark[] => [
      ...(askedIds.has(id) ? [] : [`QUESTION_UNREACHABLE parameter:${id}`]),
      ...(questions
        .slice(index)
        .some((later) => dependencies.some((one) => one.parentParameterId === later.id && later.id !== id))
        ? [`QUESTION_BEFORE_PARENT parameter:${id}`]
        : []),
      ...(askedIds.has(id) && parameters.some((one) => one.id === id && isEmptyDictionary(one))
        ? [`REQUIRED_VALUE_IMPOSSIBLE parameter:${id}`]
        : []),
      ...conditionMarks(
        `parameter:${id}`,
        dependencies.map(({ parentParameterId, ...rest }) => ({ parameterId: parentParameterId, ...rest })),
      ),
    ]),
    ...parameters
      .filter((one) => isBadDefault(one, one.defaultValue))
      .map(({ id }) => `DEFAULT_VALUE_INVALID parameter:${id}`),
    ...transitions
      .filter(({ isActive }) => isActive)
      .flatMap((transition): Mark[] => {
        const subject = `transition:${transition.id}`;
        const { executorGroupIds, targetGroupId, requiredParameters, fromStatusId } = transition;
        const when = (code: FindingCode, isTrue: boolean) => (isTrue ? [`${code} ${subject}`] : []);
        const required = requiredParameters.map((row) => ({ ...row, parameter: byId.get(row.parameterId) }));
        return [
          ...when(
            'EXECUTORS_EMPTY',
            fromStatusId !== null && executorGroupIds.length > 0 && executorGroupIds.every(isEmpty),
          ),
          ...when('TARGET_GROUP_EMPTY', targetGroupId !== null && isEmpty(targetGroupId)),
          ...when(
            'REQUIRED_PARAMETER_INACTIVE',
            required.some(({ parameter }) => parameter?.isActive === false),
          ),
          ...when(
            'REQUIRED_VALUE_IMPOSSIBLE',
            required.some(
              ({ parameter, isMandatory }) =>
                isMandatory && parameter?.isActive && isEmptyDictionary(parameter),
            ),
          ),
          ...when(
            'DEFAULT_VALUE_INVALID',
            required.some(({ parameter, defaultValue }) => isBadDefault(parameter, defaultValue)),
          ),
          ...conditionMarks(subject, transition.parameterConditions),
        ];
      }),
  ];
};
