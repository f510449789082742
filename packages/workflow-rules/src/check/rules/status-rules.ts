import { createFinalReasons, describeEntries, describeExits } from '../blocked-ways';
import { negate } from '../demands';
import { answersExample, wayExample } from '../examples';
import { aStatus, aTransition, type Found, type Rule, type Text } from '../findings';
import type { Model, Transition } from '../model';
import type { Way } from '../paths';

const addReason = (reason: { text: Text } | undefined, { pl, en }: Text): Text => ({
  pl: pl + (reason?.text.pl ?? ''),
  en: en + (reason?.text.en ?? ''),
});

const isFinal = ({ statusType }: { statusType: string }): boolean => statusType === 'FINAL';

export const noInitialStatus: Rule = {
  code: 'NO_INITIAL_STATUS',
  find: ({ statuses, starts }) =>
    [...statuses.values()].some(({ statusType }) => statusType === 'INITIAL')
      ? []
      : [
          {
            subject: { kind: 'status', id: null, name: '' },
            message: {
              pl: 'Żaden status nie jest początkowy, więc nie można utworzyć zadania.',
              en: 'No status is INITIAL, so no task can be created.',
            },
            example: starts.length === 0 ? { answers: [], path: [] } : null,
          },
        ],
};

export const statusUnreachable: Rule = {
  code: 'STATUS_UNREACHABLE',
  find: (model, { isReachable }) =>
    [...model.statuses.values()]
      .filter(({ id }) => !isReachable(id))
      .map((status) => {
        const reason = describeEntries(model, status.id, isReachable);
        return {
          subject: aStatus(status),
          related: reason?.related ?? [],
          message: addReason(reason, {
            pl: `Żadne nowe zadanie nie może trafić do statusu „${status.name}”.`,
            en: `No new task can reach the status “${status.name}”.`,
          }),
        };
      }),
};

export const statusDeadEnd: Rule = {
  code: 'STATUS_DEAD_END',
  find: (model, { wayTo, hasExit }) =>
    [...model.statuses.values()]
      .filter((status) => !isFinal(status) && !hasExit(status))
      .map((status) => {
        const reason = describeExits(model, status.id);
        return {
          subject: aStatus(status),
          related: reason?.related ?? [],
          message: addReason(reason, {
            pl: `Ze statusu „${status.name}” nie ma wyjścia: zadania w nim utkną.`,
            en: `The status “${status.name}” has no way out: tasks get stuck in it.`,
          }),
          example: wayExample(model, wayTo(status.id)),
        };
      }),
};

export const finalUnreachable: Rule = {
  code: 'FINAL_UNREACHABLE',
  find: (model, { wayTo, hasExit, canFinish, isOffered }) => {
    const stuck = [...model.statuses.values()].filter(
      (status) => !isFinal(status) && hasExit(status) && !canFinish(status),
    );
    if (stuck.length === 0) return [];
    const reasonOf = createFinalReasons(model, isOffered);
    return stuck.map((status) => {
      const reason = reasonOf(status.id);
      return {
        subject: aStatus(status),
        related: reason?.related ?? [],
        message: addReason(reason, {
          pl: `Ze statusu „${status.name}” zadanie nie dojdzie do żadnego statusu końcowego.`,
          en: `From the status “${status.name}”, a task cannot reach a FINAL status.`,
        }),
        example: wayExample(model, wayTo(status.id)),
      };
    });
  },
};

/** Finds a new task in the status to which none of the transitions from it is offered. */
const findStuckTask = (model: Model, statusId: number, exits: readonly Transition[]): Way | undefined => {
  const { starts, submissions, questionnaire, literalsOf } = model;
  const notOffered = exits.map((exit) => literalsOf(exit).map((literal) => negate(questionnaire, literal)));
  for (const start of starts) {
    if (start.statusId !== statusId) continue;
    const answers = submissions.find(new Map(), [...start.clauses, ...notOffered]);
    if (answers.kind === 'found')
      return { source: start, answers: answers.value, first: { statusId, demands: new Map() } };
  }
  return undefined;
};

export const newTasksStuck: Rule = {
  code: 'NEW_TASKS_STUCK',
  find: (model, { hasExit }) =>
    [...model.statuses.values()].flatMap((status): Found[] => {
      const exits = model.transitions.filter(({ fromStatusId }) => fromStatusId === status.id);
      const isAlwaysOffered = exits.some(({ parameterConditions }) => parameterConditions.length === 0);
      if (isFinal(status) || isAlwaysOffered || !hasExit(status)) return [];
      const way = findStuckTask(model, status.id, exits);
      if (!way) return [];
      return [
        {
          subject: aStatus(status),
          related: exits.map(aTransition),
          message: {
            pl: `Nowe zadania z niektórymi odpowiedziami utkną w statusie „${status.name}”: żadne przejście nie jest dla nich dostępne.`,
            en: `New tasks with some answers get stuck in the status “${status.name}”: no transition is offered to them.`,
          },
          example: wayExample(model, { kind: 'found', value: way }),
        },
      ];
    }),
};

export const noActiveStart: Rule = {
  code: 'NO_ACTIVE_START',
  find: (model) => {
    const hasStart = model.starts.some(({ transition }) => transition !== null);
    const [fallback] = model.starts;
    if (hasStart || !fallback) return [];
    const status = model.statuses.get(fallback.statusId);
    const name = status?.name ?? '';
    return [
      {
        subject: { kind: 'transition', id: null, name: '' },
        related: status ? [aStatus(status)] : [],
        message: {
          pl: `Nie ma aktywnego przejścia dla nowego zadania. Każde zadanie zaczyna się w najstarszym statusie początkowym („${name}”), bez grupy.`,
          en: `No active transition starts a new task. Each task starts in the oldest INITIAL status (“${name}”), without a group.`,
        },
        example: {
          ...(answersExample(model, new Map()) ?? { answers: [] }),
          path: [{ status: { id: fallback.statusId, name }, transition: null, answers: [] }],
        },
      },
    ];
  },
};
