import type {
  AddComment,
  AssignmentHistoryEntry,
  AssignTask,
  ChangeHistoryEntry,
  ChangePriority,
  Comment,
  EditableParameter,
  EditTask,
  RunTransition,
  StatusHistoryEntry,
  Task,
  TaskResponse,
  TransitionOption,
} from '@obieg/contracts';
import {
  http,
  queryOptions,
  readAnswer,
  readList,
  captureSession,
  useLiveChanges,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { createRandomKey } from '../../random-key';

const taskKey = (id: number) => ['task', id] as const;

/** A task and the tag of the state that it was read in; undefined until it is read anew after a change. */
export interface VersionedTask {
  task: Task;
  etag: string | undefined;
}

type TaskAnswer = Omit<TaskResponse, 'task'> & { task?: Task | null };

const taskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKey(id),
    /** Null when the server says that all is well, and no task comes. */
    queryFn: async (): Promise<VersionedTask | null> => {
      const response = await http.get<TaskAnswer>(`/tasks/${id}`);
      const { task } = readAnswer(response);
      return task ? { task, etag: response.headers['etag'] as string | undefined } : null;
    },
  });

/** How long a colleague's comment may take to appear where no word of it comes. */
const refreshEveryMs = 60_000;

/** For what is on the screen: read anew every minute while the page is seen, and when one comes back to it. */
const keptFresh = { refetchInterval: refreshEveryMs } as const;

export const useTask = (id: number) => useQuery(taskQuery(id));

/**
 * Keeps a task that is there fresh, unless somebody edits it: what others save meanwhile moves nothing under the hands of
 * who writes, and is met when the edit is saved. Used where there is a task: one that is gone is not asked for again.
 */
export const useFreshTask = (id: number, isEdited: boolean): void =>
  void useQuery({ ...taskQuery(id), ...(isEdited ? {} : keptFresh) });

export const useTransitions = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'transitions'],
    queryFn: async () =>
      readList(await http.get<{ transitions: TransitionOption[] }>(`/tasks/${id}/transitions`), 'transitions')
        .transitions,
    enabled: isNeeded,
    ...keptFresh,
  });

export const useComments = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'comments'],
    queryFn: async () =>
      readList(await http.get<{ comments: Comment[] }>(`/tasks/${id}/comments`), 'comments').comments,
    ...keptFresh,
  });

export const useStatusHistory = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'status-history'],
    queryFn: async () =>
      readList(
        await http.get<{ statusHistory: StatusHistoryEntry[] }>(`/tasks/${id}/status-history`),
        'statusHistory',
      ).statusHistory,
    ...keptFresh,
  });

/** Who was assigned; visitors are told nothing, so it is not asked for them (spec 3 §3). */
export const useAssignmentHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'assignment-history'],
    queryFn: async () =>
      readList(
        await http.get<{ assignmentHistory: AssignmentHistoryEntry[] }>(`/tasks/${id}/assignment-history`),
        'assignmentHistory',
      ).assignmentHistory,
    enabled: isNeeded,
    ...keptFresh,
  });

/** Edits and changes of priority; not for visitors either. */
export const useChangeHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'change-history'],
    queryFn: async () =>
      readList(
        await http.get<{ changeHistory: ChangeHistoryEntry[] }>(`/tasks/${id}/change-history`),
        'changeHistory',
      ).changeHistory,
    enabled: isNeeded,
    ...keptFresh,
  });

/** Reads the task and everything of it anew. */
export const useRefreshTask = (id: number) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: taskKey(id) });
};

const parametersKey = (id: number) => [...taskKey(id), 'parameters'] as const;

/** What an edit under way stands on. */
const isOfEdit = (id: number, key: readonly unknown[]): boolean =>
  key.length === taskKey(id).length || key[2] === parametersKey(id)[2];

interface TaskChangesOptions {
  /** As for {@link useFreshTask}; what was put off is read when the edit ends. */
  isEdited: boolean;
  /** Whether the server tells the person at the screen. */
  isTold: boolean;
}

/** Shows at once what others do to a task that is there. What could not be had so far is left to who asks for it. */
export const useTaskChanges = (id: number, { isEdited, isTold }: TaskChangesOptions): void => {
  const client = useQueryClient();
  const readAnew = (): void => {
    const isOfThisEdit = (key: readonly unknown[]): boolean => isEdited && isOfEdit(id, key);
    void client.invalidateQueries({
      queryKey: taskKey(id),
      predicate: ({ queryKey, state }) => state.data !== undefined && !isOfThisEdit(queryKey),
    });
    void client.invalidateQueries({
      queryKey: taskKey(id),
      predicate: ({ queryKey }) => isOfThisEdit(queryKey),
      refetchType: 'none',
    });
  };
  useLiveChanges(readAnew, { task: id, isEnabled: isTold });
  useEffect(() => {
    if (isEdited || !client.getQueryState(taskKey(id))?.isInvalidated) return;
    void client.refetchQueries({ queryKey: taskKey(id), exact: true }, { cancelRefetch: false });
  }, [isEdited, client, id]);
};

/** Questions whose answers an edit may correct. */
export const useEditableParameters = (id: number) =>
  useQuery({
    queryKey: parametersKey(id),
    queryFn: async () =>
      readList(await http.get<{ parameters: EditableParameter[] }>(`/tasks/${id}/parameters`), 'parameters')
        .parameters,
  });

interface SaveInput {
  edit: EditTask;
  /** Saves only over this state; somebody else's in between is a 412. */
  etag: string | undefined;
}

/** Saves an edit; `readAnew` answers the task as others have left it, and what they did to it is read anew, too. */
export const useEditTask = (id: number) => {
  const client = useQueryClient();
  const readAnew = (): Promise<VersionedTask | null> => {
    const isPart = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length > taskKey(id).length;
    void client.invalidateQueries({ queryKey: taskKey(id), predicate: isPart });
    return client.fetchQuery({ ...taskQuery(id), staleTime: 0 });
  };
  const { mutateAsync: save } = useMutation({
    mutationFn: async ({ edit, etag }: SaveInput) =>
      readAnswer(
        await http.put<{ success: boolean }>(`/tasks/${id}`, edit, {
          headers: etag === undefined ? {} : { 'If-Match': etag },
        }),
        'success',
      ),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['tasks'] });
      await client.invalidateQueries({ queryKey: taskKey(id) });
    },
  });
  return { save, readAnew };
};

/**
 * A change of the task: what it answers is shown at once, the rest is read anew; lists follow. Answers the task as it
 * is then, where it can be had. `onSaved` is called as soon as the server has it, before anything is read anew.
 */
interface ChangeOptions<Input> {
  onSaved?(): void;
  headersOf?(input: Input): Record<string, string>;
}

const useTaskChange = <Input>(id: number, path: string, options: ChangeOptions<Input> = {}) => {
  const client = useQueryClient();
  /** What has been done is not undone by an answer without the task. */
  const readAnew = async (): Promise<Task | undefined> =>
    (await client.fetchQuery({ ...taskQuery(id), staleTime: 0 }).catch(() => null))?.task;
  return useMutation({
    onMutate: () => ({ isSamePerson: captureSession() }),
    mutationFn: async (input: Input) => {
      const { task } = readAnswer(
        await http.post<TaskAnswer>(`/tasks/${id}/${path}`, input, {
          headers: options.headersOf?.(input) ?? {},
        }),
        'success',
      );
      options.onSaved?.();
      return task ?? (await readAnew());
    },
    onSuccess: (task, _input, { isSamePerson }) => {
      if (task && isSamePerson()) client.setQueryData<VersionedTask>(taskKey(id), { task, etag: undefined });
      void client.invalidateQueries({ queryKey: ['tasks'] });
      return client.invalidateQueries({ queryKey: taskKey(id) });
    },
  });
};

export const useRunTransition = (id: number, onSaved = () => {}) =>
  useTaskChange<RunTransition>(id, 'transition', { onSaved });
/** Adds a comment; the same one, sent again because its answer was lost, is written once. */
export const useAddComment = (id: number, onSaved: () => void) => {
  const sent = useRef({ text: '', key: '' });
  return useTaskChange<AddComment>(id, 'comment', {
    headersOf: (comment) => {
      const text = JSON.stringify(comment);
      if (sent.current.text !== text) sent.current = { text, key: createRandomKey() };
      return { 'Idempotency-Key': sent.current.key };
    },
    onSaved: () => {
      sent.current = { text: '', key: '' };
      onSaved();
    },
  });
};
export const useAssignTask = (id: number) => useTaskChange<AssignTask>(id, 'assign');
export const useChangePriority = (id: number) => useTaskChange<ChangePriority>(id, 'priority');
