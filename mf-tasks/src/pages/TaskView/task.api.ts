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
  captureSession,
  http,
  queryOptions,
  readBody,
  readList,
  useLiveChanges,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { createRandomKey } from '../../random-key';

const taskKey = (id: number) => ['task', id] as const;

/** A task with its ETag. The ETag is undefined after a change until the task is refetched. */
export interface VersionedTask {
  task: Task;
  etag: string | undefined;
}

type TaskResponseBody = Omit<TaskResponse, 'task'> & { task?: Task | null };

const taskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKey(id),
    /** Null if the server reports success without a task. */
    queryFn: async (): Promise<VersionedTask | null> => {
      const response = await http.get<TaskResponseBody>(`/tasks/${id}`);
      const { task } = readBody(response);
      return task ? { task, etag: response.headers['etag'] as string | undefined } : null;
    },
  });

/** Longest delay until another user's change appears without a live connection. */
const refetchIntervalMs = 60_000;

/** Polls while the page is visible. */
const polling = { refetchInterval: refetchIntervalMs } as const;

export const useTask = (id: number) => useQuery(taskQuery(id));

/**
 * Polls a loaded task, but not while it is edited. A concurrent change must not move the form; saving detects it.
 * Mount it only for a loaded task, so that a deleted task is not requested again.
 */
export const usePolledTask = (id: number, isEditing: boolean): void =>
  void useQuery({ ...taskQuery(id), ...(isEditing ? {} : polling) });

export const useTransitions = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'transitions'],
    queryFn: async () =>
      readList(await http.get<{ transitions: TransitionOption[] }>(`/tasks/${id}/transitions`), 'transitions')
        .transitions,
    enabled: isNeeded,
    ...polling,
  });

export const useComments = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'comments'],
    queryFn: async () =>
      readList(await http.get<{ comments: Comment[] }>(`/tasks/${id}/comments`), 'comments').comments,
    ...polling,
  });

export const useStatusHistory = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'status-history'],
    queryFn: async () =>
      readList(
        await http.get<{ statusHistory: StatusHistoryEntry[] }>(`/tasks/${id}/status-history`),
        'statusHistory',
      ).statusHistory,
    ...polling,
  });

/** Visitors may not read it, so it is not requested for them (spec 3 §3). */
export const useAssignmentHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'assignment-history'],
    queryFn: async () =>
      readList(
        await http.get<{ assignmentHistory: AssignmentHistoryEntry[] }>(`/tasks/${id}/assignment-history`),
        'assignmentHistory',
      ).assignmentHistory,
    enabled: isNeeded,
    ...polling,
  });

/** Edits and priority changes. Visitors may not read it. */
export const useChangeHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'change-history'],
    queryFn: async () =>
      readList(
        await http.get<{ changeHistory: ChangeHistoryEntry[] }>(`/tasks/${id}/change-history`),
        'changeHistory',
      ).changeHistory,
    enabled: isNeeded,
    ...polling,
  });

/** Refetches the task and all its parts. */
export const useRefreshTask = (id: number) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: taskKey(id) });
};

const parametersKey = (id: number) => [...taskKey(id), 'parameters'] as const;

/** Whether the edit form depends on the query: the task itself or its parameters. */
const isEditData = (id: number, key: readonly unknown[]): boolean =>
  key.length === taskKey(id).length || key[2] === parametersKey(id)[2];

interface LiveTaskOptions {
  /** Defers refetching the data of the edit form until the edit ends. */
  isEditing: boolean;
  /** Whether to open a live connection. */
  isEnabled: boolean;
}

/** Refetches a loaded task on live changes. Failed queries wait for a manual retry. */
export const useLiveTask = (id: number, { isEditing, isEnabled }: LiveTaskOptions): void => {
  const client = useQueryClient();
  const refetch = (): void => {
    const isFrozen = (key: readonly unknown[]): boolean => isEditing && isEditData(id, key);
    void client.invalidateQueries({
      queryKey: taskKey(id),
      predicate: ({ queryKey, state }) => state.data !== undefined && !isFrozen(queryKey),
    });
    void client.invalidateQueries({
      queryKey: taskKey(id),
      predicate: ({ queryKey }) => isFrozen(queryKey),
      refetchType: 'none',
    });
  };
  useLiveChanges(refetch, { task: id, isEnabled });
  useEffect(() => {
    if (isEditing || !client.getQueryState(taskKey(id))?.isInvalidated) return;
    void client.refetchQueries({ queryKey: taskKey(id), exact: true }, { cancelRefetch: false });
  }, [isEditing, client, id]);
};

/** Parameters whose answers an edit may change. */
export const useEditableParameters = (id: number) =>
  useQuery({
    queryKey: parametersKey(id),
    queryFn: async () =>
      readList(await http.get<{ parameters: EditableParameter[] }>(`/tasks/${id}/parameters`), 'parameters')
        .parameters,
  });

interface SaveInput {
  edit: EditTask;
  /** The server responds with 412 if the task has another ETag. */
  etag: string | undefined;
}

/** Saves an edit. `refetchTask` returns the current task after a 412 and refetches its parts. */
export const useEditTask = (id: number) => {
  const client = useQueryClient();
  const refetchTask = (): Promise<VersionedTask | null> => {
    const isPart = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length > taskKey(id).length;
    void client.invalidateQueries({ queryKey: taskKey(id), predicate: isPart });
    return client.fetchQuery({ ...taskQuery(id), staleTime: 0 });
  };
  const { mutateAsync: save } = useMutation({
    mutationFn: async ({ edit, etag }: SaveInput) =>
      readBody(
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
  return { save, refetchTask };
};

interface ChangeOptions<Input> {
  /** Called when the server has saved the change, before anything is refetched. */
  onSaved?(): void;
  getHeaders?(input: Input): Record<string, string>;
}

/**
 * Mutation that changes a task. Writes the returned task to the cache and invalidates its parts and the task lists.
 *
 * @returns the changed task, or undefined if it could not be loaded.
 */
const useTaskChange = <Input>(id: number, path: string, options: ChangeOptions<Input> = {}) => {
  const client = useQueryClient();
  /** The change succeeded, so a failed refetch must not reject. */
  const refetchTask = async (): Promise<Task | undefined> =>
    (await client.fetchQuery({ ...taskQuery(id), staleTime: 0 }).catch(() => null))?.task;
  return useMutation({
    onMutate: () => ({ isSameSession: captureSession() }),
    mutationFn: async (input: Input) => {
      const { task } = readBody(
        await http.post<TaskResponseBody>(`/tasks/${id}/${path}`, input, {
          headers: options.getHeaders?.(input) ?? {},
        }),
        'success',
      );
      options.onSaved?.();
      return task ?? (await refetchTask());
    },
    onSuccess: (task, _input, { isSameSession }) => {
      if (task && isSameSession()) client.setQueryData<VersionedTask>(taskKey(id), { task, etag: undefined });
      void client.invalidateQueries({ queryKey: ['tasks'] });
      return client.invalidateQueries({ queryKey: taskKey(id) });
    },
  });
};

export const useRunTransition = (id: number, onSaved = () => {}) =>
  useTaskChange<RunTransition>(id, 'transition', { onSaved });
/** Adds a comment. A retry of the same comment reuses its idempotency key. */
export const useAddComment = (id: number, onSaved: () => void) => {
  const lastRequest = useRef({ text: '', key: '' });
  return useTaskChange<AddComment>(id, 'comment', {
    getHeaders: (comment) => {
      const text = JSON.stringify(comment);
      if (lastRequest.current.text !== text) lastRequest.current = { text, key: createRandomKey() };
      return { 'Idempotency-Key': lastRequest.current.key };
    },
    onSaved: () => {
      lastRequest.current = { text: '', key: '' };
      onSaved();
    },
  });
};
export const useAssignTask = (id: number) => useTaskChange<AssignTask>(id, 'assign');
export const useChangePriority = (id: number) => useTaskChange<ChangePriority>(id, 'priority');
