import type { Task, TaskBoardColumn, TaskListItem, TransitionOption } from '@obieg/contracts';
import { describeError, notify, sharedKeys, useQueryClient } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { taskKey, taskQuery } from '../../task/task.api';
import { describeReasons } from '../../transitions/describe-reasons';
import { findOpenWork, needsDialog, type OpenWork } from '../../transitions/open-work';
import { fetchTransitions, runTransition } from './board.api';
import { useCardFocus } from './use-card-focus';

type Target = Pick<TaskBoardColumn, 'statusId' | 'statusName'>;

/** Question that a move asks first. */
type Question =
  | { kind: 'choose'; card: TaskListItem; options: readonly TransitionOption[] }
  | { kind: 'form'; card: TaskListItem; option: TransitionOption; task: Task; openWork: OpenWork };

/** A card on its way, shown in its new column. */
interface PendingMove {
  card: TaskListItem;
  statusId: number;
}

/** Moves cards by running the transition that leads to the column. */
export const useCardMoves = () => {
  const t = useTaskMessages();
  const client = useQueryClient();
  const keepFocus = useCardFocus();
  const [question, setQuestion] = useState<Question>();
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState<PendingMove>();

  const refresh = async ({ publicTaskId }: TaskListItem): Promise<void> => {
    void client.invalidateQueries({ queryKey: taskKey(publicTaskId) });
    await client.invalidateQueries({ queryKey: sharedKeys.tasks });
  };
  const refuse = (card: TaskListItem, reason: string): void => {
    setQuestion(undefined);
    setRefusal(t('board.refused', { title: card.title, reason }));
  };
  const finish = async (card: TaskListItem, status: string): Promise<void> => {
    setQuestion(undefined);
    notify.success(t('board.moved', { title: card.title, status }));
    await refresh(card);
  };
  const runNow = async (card: TaskListItem, { transitionId, ...option }: TransitionOption): Promise<void> => {
    setQuestion(undefined);
    if (option.toStatusId !== undefined) setPending({ card, statusId: option.toStatusId });
    try {
      await runTransition(card.publicTaskId, transitionId);
      await finish(card, option.toStatusName);
    } catch (error) {
      refuse(card, describeError(error));
      await refresh(card);
    } finally {
      setPending(undefined);
    }
  };
  /** Loads the task, then opens its dialog. Runs the transition if there is nothing to ask. */
  const openForm = async (card: TaskListItem, option: TransitionOption): Promise<void> => {
    try {
      const loaded = await client.fetchQuery({ ...taskQuery(card.publicTaskId), staleTime: 0 });
      if (!loaded) return;
      const { task, links = [] } = loaded;
      const openWork = findOpenWork(option, task, links);
      if (!needsDialog(option, openWork)) return await runNow(card, option);
      setQuestion({ kind: 'form', card, option, task, openWork });
    } catch (error) {
      refuse(card, describeError(error));
    }
  };
  const run = (card: TaskListItem, option: TransitionOption): Promise<void> =>
    option.requiredParameters.length > 0 || option.toStatusType === 'FINAL' || option.sightChange === 'LOST'
      ? openForm(card, option)
      : runNow(card, option);

  const moveBy = async (
    card: TaskListItem,
    target: Target,
    options: readonly TransitionOption[],
  ): Promise<void> => {
    const leading = options.filter(({ toStatusId }) => toStatusId === target.statusId);
    const [first, ...others] = leading.filter(({ canExecute }) => canExecute);
    if (first && others.length === 0) return run(card, first);
    if (first) return setQuestion({ kind: 'choose', card, options: leading });
    const reasons = leading.flatMap((option) => describeReasons(option, t));
    const missing = t('board.noTransition', { from: card.statusName, to: target.statusName });
    return refuse(card, leading.length > 0 ? [...new Set(reasons)].join(' ') : missing);
  };
  const loadOptions = async (card: TaskListItem): Promise<TransitionOption[] | undefined> => {
    setRefusal(undefined);
    try {
      return await fetchTransitions(card.publicTaskId);
    } catch (error) {
      refuse(card, describeError(error));
      void refresh(card);
      return undefined;
    }
  };
  return {
    question,
    refusal,
    pending,
    dismissRefusal: () => setRefusal(undefined),
    closeQuestion: () => setQuestion(undefined),
    /** Call it with the number of a card before the card moves by keyboard. */
    keepFocus,
    run: (card: TaskListItem, option: TransitionOption): void => {
      keepFocus(card.publicTaskId);
      void run(card, option);
    },
    finish: (card: TaskListItem, status: string): void => {
      keepFocus(card.publicTaskId);
      void finish(card, status);
    },
    refuse: (card: TaskListItem, reason: string): void => {
      refuse(card, reason);
      void refresh(card);
    },
    /** Moves a card to a column. Asks if several transitions lead there, and says why if none may be run. */
    move: async (card: TaskListItem, target: Target): Promise<void> => {
      const options = await loadOptions(card);
      if (options) await moveBy(card, target, options);
    },
    /** Offers all transitions of a card. */
    choose: async (card: TaskListItem): Promise<void> => {
      const options = await loadOptions(card);
      if (options?.length === 0) refuse(card, t('board.noTransitions', { from: card.statusName }));
      else if (options) setQuestion({ kind: 'choose', card, options });
    },
    /** Reloads the transition of an open form. @returns undefined if it is no longer offered */
    reloadForm: async (form: Extract<Question, { kind: 'form' }>): Promise<TransitionOption | undefined> => {
      const options = await fetchTransitions(form.card.publicTaskId).catch(() => []);
      const option = options.find(({ transitionId }) => transitionId === form.option.transitionId);
      if (option) setQuestion({ ...form, option });
      return option;
    },
  };
};
export type CardMoves = ReturnType<typeof useCardMoves>;
