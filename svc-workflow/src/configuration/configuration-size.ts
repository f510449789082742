import { type FieldError, type Language, type WorkflowLimit, workflowLimits } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { type MessageKey, translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';

/** The parts that a configuration and a workflow file both have. */
interface Counted {
  parameters: readonly { dependencies: readonly unknown[] }[];
  statuses: readonly unknown[];
  transitions: readonly { parameterConditions: readonly unknown[]; requiredParameters: readonly unknown[] }[];
  targets?: readonly { conditions: readonly unknown[] }[] | undefined;
}

type Counts = Partial<Record<WorkflowLimit, number>>;

/** The field to which a form or a reader of the response assigns the error, and the message. */
const reports: Record<WorkflowLimit, { field: string; key: MessageKey }> = {
  parameters: { field: 'parameters', key: 'tooManyParameters' },
  statuses: { field: 'statuses', key: 'tooManyStatuses' },
  transitions: { field: 'transitions', key: 'tooManyTransitions' },
  conditions: { field: 'parameterConditions', key: 'tooManyConditions' },
  requiredParameters: { field: 'requiredParameters', key: 'tooManyRequired' },
  comparedValues: { field: 'parameterConditions', key: 'tooManyComparedValues' },
  dialogValues: { field: 'requiredParameters', key: 'tooManyDialogValues' },
};

const sumOf = <T>(entities: readonly T[], countOf: (entity: T) => number): number =>
  entities.reduce((sum, entity) => sum + countOf(entity), 0);

const countEntries = ({ parameters, statuses, transitions, targets = [] }: Counted): Counts => ({
  statuses: statuses.length,
  transitions: transitions.length,
  conditions:
    sumOf(parameters, ({ dependencies }) => dependencies.length) +
    sumOf(transitions, ({ parameterConditions }) => parameterConditions.length) +
    sumOf(targets, ({ conditions }) => conditions.length),
  requiredParameters: sumOf(transitions, ({ requiredParameters }) => requiredParameters.length),
});

/** The highest number of different values that conditions on one parameter name. */
const countComparedValues = ({ parameters, transitions, targets }: Configuration): number => {
  const values = new Map<number, Set<string>>();
  const add = (parameterId: number, value: string | null): void => {
    if (value === null) return;
    const known = values.get(parameterId);
    if (known) known.add(value);
    else values.set(parameterId, new Set([value]));
  };
  for (const { dependencies } of parameters)
    for (const { parentParameterId, conditionValue } of dependencies) add(parentParameterId, conditionValue);
  for (const { parameterConditions } of transitions)
    for (const { parameterId, conditionValue } of parameterConditions) add(parameterId, conditionValue);
  for (const { conditions } of targets)
    for (const { parameterId, conditionValue } of conditions) add(parameterId, conditionValue);
  return Math.max(0, ...[...values.values()].map(({ size }) => size));
};

/** The highest number of dictionary values that the dialogs from one status contain. */
const countDialogValues = ({ parameters, transitions }: Configuration): number => {
  const sizes = new Map(parameters.map(({ id, dictionaryValues }) => [id, dictionaryValues.length]));
  const byStatus = new Map<number | null, number>();
  for (const { fromStatusId, requiredParameters } of transitions) {
    const values = sumOf(requiredParameters, ({ parameterId }) => sizes.get(parameterId) ?? 0);
    byStatus.set(fromStatusId, (byStatus.get(fromStatusId) ?? 0) + values);
  }
  return Math.max(0, ...byStatus.values());
};

const countAll = (configuration: Configuration): Counts => ({
  parameters: configuration.parameters.length,
  ...countEntries(configuration),
  comparedValues: countComparedValues(configuration),
  dialogValues: countDialogValues(configuration),
});

const checkGrowth = (language: Language, before: Counts, after: Counts): void => {
  const errors = (Object.keys(after) as WorkflowLimit[]).flatMap((limit): FieldError[] => {
    const [old = 0, count = 0, max] = [before[limit], after[limit], workflowLimits[limit]];
    if (count <= max || count <= old) return [];
    const { field, key } = reports[limit];
    return [{ field, message: translate(language, key, { max, count }) }];
  });
  if (errors.length > 0) throw problem.validation(errors);
};

/**
 * Checks how much a workflow file has of what takes time to check, before it is checked. `checkSize` checks the rest.
 * @throws 422 with number and limit
 */
export const checkFileSize = (language: Language, before: Configuration, file: Counted): void =>
  checkGrowth(language, countEntries(before), countEntries(file));

/** Checks that a change of the locked configuration exceeds no limit. @throws 422 with number and limit */
export const checkSize = (language: Language, before: Configuration, after: Configuration): void =>
  checkGrowth(language, countAll(before), countAll(after));
