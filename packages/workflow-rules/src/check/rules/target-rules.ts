import type { FindingSubject, Target } from '@obieg/contracts';
import { type Literal, literalOf } from '../demands';
import { answersExample, wayExample } from '../examples';
import type { Exploration } from '../exploration';
import {
  aStatus,
  describeCondition,
  type Found,
  findContradiction,
  joinTexts,
  quoteNames,
  type Rule,
  type Text,
} from '../findings';
import type { Model, Status } from '../model';

const listTargets = ({ configuration }: Model): Target[] =>
  (configuration.targets ?? []).filter(({ isActive }) => isActive);

const aTarget = ({ id, metric }: Target): FindingSubject => ({ kind: 'target', id, name: metric });

const statusesOf = ({ statuses }: Model, ids: readonly number[]): Status[] =>
  ids.flatMap((id) => statuses.get(id) ?? []);

/** The statuses in which a task can be when the clock starts. A task that is created starts in one of its starts. */
const listStartStatuses = (model: Model, { start }: Target): Status[] => {
  const ids = start.event === 'CREATED' ? model.starts.map(({ statusId }) => statusId) : start.statusIds;
  return statusesOf(model, [...new Set(ids ?? [])]);
};

/**
 * The statuses that end the clock; undefined if something other than a status ends it, or a way that only a newer version
 * knows.
 */
const listEndStatuses = (model: Model, { end }: Target): Status[] | undefined => {
  if (end.event === 'FINISHED')
    return [...model.statuses.values()].filter(({ statusType }) => statusType === 'FINAL');
  return end.statusIds && statusesOf(model, end.statusIds);
};

const isKnownMoment = ({ event, statusIds }: Target['start']): boolean =>
  event === 'CREATED' || statusIds !== undefined;

const literalsOf = (
  { questionnaire }: Model,
  conditions: readonly Target['conditions'][number][],
): Literal[] => conditions.map((condition) => literalOf(questionnaire, condition));

/** Whether a task with answers that meet the conditions can be in any of the statuses. */
const canFit = (
  model: Model,
  { canBeIn }: Exploration,
  conditions: readonly Target['conditions'][number][],
  statuses: Iterable<Status>,
): boolean => {
  const literals = literalsOf(model, conditions);
  for (const { id } of statuses) if (canBeIn(id, literals)) return true;
  return false;
};

const neverStarts = (metric: string, { pl, en }: Text): Text => ({
  pl: `Cel „${metric}” nigdy się nie zacznie: ${pl}.`,
  en: `The target “${metric}” never starts: ${en}.`,
});

const describeConditions = (model: Model, exploration: Exploration, { metric, conditions }: Target): Text => {
  const core = findContradiction(conditions, (subset) =>
    canFit(model, exploration, subset, model.statuses.values()),
  );
  const words = joinTexts(core.map((condition) => describeCondition(model, condition)));
  return neverStarts(metric, {
    pl: `żadne zadanie nie spełnia warunków ${words.pl}`,
    en: `no task meets the conditions ${words.en}`,
  });
};

const findNeverStarting = (model: Model, exploration: Exploration, target: Target): Found[] => {
  const { isReachable, wayTo } = exploration;
  const { metric, conditions, pausedStatusIds } = target;
  if (!isKnownMoment(target.start)) return [];
  const subject = aTarget(target);
  if (!canFit(model, exploration, conditions, model.statuses.values()))
    return [
      {
        subject,
        message: describeConditions(model, exploration, target),
        example: answersExample(model, new Map()),
      },
    ];
  const starts = listStartStatuses(model, target);
  const reachable = starts.filter(({ id }) => isReachable(id));
  const names = quoteNames(starts.map(({ name }) => name));
  if (reachable.length === 0)
    return [
      {
        subject,
        related: starts.map(aStatus),
        message: neverStarts(metric, {
          pl: `żadne zadanie nie trafi do statusów, od których biegnie (${names.pl})`,
          en: `no task reaches the statuses that start it (${names.en})`,
        }),
      },
    ];
  const paused = new Set(pausedStatusIds);
  const [first] = reachable;
  const isAlwaysPaused = [...model.statuses.values()].every(({ id }) => paused.has(id) || !isReachable(id));
  return isAlwaysPaused && first
    ? [
        {
          subject,
          related: reachable.map(aStatus),
          message: neverStarts(metric, {
            pl: 'zegar stoi w każdym statusie, do którego trafia zadanie',
            en: 'its clock stands still in each status that a task reaches',
          }),
          example: wayExample(model, wayTo(first.id)),
        },
      ]
    : [];
};

export const targetNeverStarts: Rule = {
  code: 'TARGET_NEVER_STARTS',
  find: (model, exploration) =>
    listTargets(model).flatMap((target) => findNeverStarting(model, exploration, target)),
};

/** The statuses that a task can reach from some statuses by transitions that are ever offered, with these. */
const listReached = (
  { transitions }: Model,
  { isOffered }: Exploration,
  from: readonly number[],
): ReadonlySet<number> => {
  const offered = transitions.filter(
    (transition) => transition.fromStatusId !== null && isOffered(transition),
  );
  const reached = new Set(from);
  for (const id of reached)
    for (const { fromStatusId, toStatusId } of offered) if (fromStatusId === id) reached.add(toStatusId);
  return reached;
};

const findNeverEnding = (model: Model, exploration: Exploration, target: Target): Found[] => {
  const { isReachable, wayTo } = exploration;
  const ends = isKnownMoment(target.start) ? listEndStatuses(model, target) : undefined;
  if (!ends) return [];
  const starts = listStartStatuses(model, target).filter(({ id }) => isReachable(id));
  const [first] = starts;
  // A target that never starts has a finding of its own.
  if (!first) return [];
  const reached = listReached(
    model,
    exploration,
    starts.map(({ id }) => id),
  );
  if (ends.some(({ id }) => reached.has(id))) return [];
  const names = quoteNames(ends.map(({ name }) => name));
  return [
    {
      subject: aTarget(target),
      related: ends.map(aStatus),
      message: {
        pl: `Cel „${target.metric}” nigdy się nie skończy: po jego początku żadne zadanie nie trafi do statusów, które go kończą (${names.pl || 'nie ma żadnego'}).`,
        en: `The target “${target.metric}” never ends: after its start, no task reaches the statuses that end it (${names.en || 'there is none'}).`,
      },
      example: wayExample(model, wayTo(first.id)),
    },
  ];
};

export const targetNeverEnds: Rule = {
  code: 'TARGET_NEVER_ENDS',
  find: (model, exploration) =>
    listTargets(model).flatMap((target) => findNeverEnding(model, exploration, target)),
};
