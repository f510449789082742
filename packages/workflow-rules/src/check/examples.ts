import type { FindingExample } from '@obieg/contracts';
import type { Answers } from '../conditions';
import { listRequiredAnswers } from '../transitions';
import type { AnswerSet } from './domains';
import { assumedValue, type Model, type Transition } from './model';
import type { TaskSet, Way } from './paths';
import { foundValue, type SearchResult } from './search-result';

type Step = FindingExample['path'][number];

const nameAnswer = ({ parameters }: Model, parameterId: number, value: string) => ({
  parameterId,
  name: parameters.get(parameterId)?.displayName ?? '',
  value,
});

const nameTransition = (transition: Transition | null) =>
  transition && { id: transition.id, name: transition.name };

const stepTo = (
  { statuses }: Model,
  statusId: number,
  transition: Transition | null,
  answers: Step['answers'] = [],
): Step => ({
  status: { id: statusId, name: statuses.get(statusId)?.name ?? '' },
  transition: nameTransition(transition),
  answers,
});

/** Chooses the answer for a dialog. An empty answer clears the stored one. Undefined keeps it. */
const chooseAnswer = (
  values: readonly string[],
  wanted: AnswerSet,
  stored: string | undefined,
): string | undefined => {
  const isWanted = (value: string): boolean => (wanted & (2n << BigInt(values.indexOf(value)))) !== 0n;
  if (stored !== undefined && isWanted(stored)) return undefined;
  return values.find(isWanted) ?? '';
};

const runDialog = (
  model: Model,
  { transition, reached }: NonNullable<TaskSet['next']>,
  answers: Map<number, string>,
): Step => {
  const given = listRequiredAnswers(model.explored, transition).flatMap(({ parameter: { id } }) => {
    const wanted = reached.demands.get(id);
    const { values = [] } = model.questionnaire.domains.get(id) ?? {};
    const value = wanted === undefined ? undefined : chooseAnswer(values, wanted, answers.get(id));
    if (value === undefined) return [];
    if (value) answers.set(id, value);
    else answers.delete(id);
    return [nameAnswer(model, id, value)];
  });
  return stepTo(model, transition.toStatusId, transition, given);
};

export const answersExample = (model: Model, answers: Answers): FindingExample | null => {
  const example = [...answers].map(([id, value]) => nameAnswer(model, id, value));
  return example.some(({ value }) => value === assumedValue) ? null : { answers: example, path: [] };
};

/** Builds the example of a way, with further transitions at its end. Null if the way cannot be followed today. */
export const wayExample = (
  model: Model,
  result: SearchResult<Way>,
  further: readonly Transition[] = [],
): FindingExample | null => {
  const way = foundValue(result);
  if (!way || way.source.isAssumed) return null;
  const answers = new Map(way.answers);
  const path = [stepTo(model, way.first.statusId, way.source.transition)];
  for (let { next } = way.first; next; next = next.reached.next) path.push(runDialog(model, next, answers));
  path.push(...further.map((transition) => stepTo(model, transition.toStatusId, transition)));
  const isAssumed = path.some((step) => step.answers.some(({ value }) => value === assumedValue));
  const start = answersExample(model, way.answers);
  return start && !isAssumed ? { ...start, path } : null;
};
