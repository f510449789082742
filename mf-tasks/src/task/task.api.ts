import {
  type AddComment,
  type AssignTask,
  type ChangeDueDate,
  type ChangePriority,
  type DecideApproval,
  type EditableParameter,
  type EditTask,
  type RunTransition,
  type Task,
  type TaskPage,
  type TaskPartName,
  type TaskResponse,
  taskPartNames,
} from '@obieg/contracts';
import {
  type ApiError,
  captureSession,
  createRandomKey,
  http,
  isApiError,
  isPreconditionFailed,
  queryOptions,
  readBody,
  readList,
  sharedKeys,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useRef } from 'react';
import { ownKey } from '../query-keys';
import { hasReporterAccess, taskCall } from './reporter-access';

export const taskKey = (id: number) => ownKey('task', id);

/** A task with its ETag. The ETag is undefined after a change until the task is refetched. */
export interface VersionedTask {
  task: Task;
  etag: string | undefined;
}

/** A task with its parts. A part is undefined if the caller may not see it. */
interface LoadedTask extends VersionedTask, Pick<TaskPage, TaskPartName> {}

type TaskBody<Body extends TaskResponse> = Omit<Body, 'task'> & { task?: Task | null };

/** The history of targets is loaded when it is opened. */
const pageParts = taskPartNames.filter((name) => name !== 'targetHistory');
type ListName = Exclude<TaskPartName, 'watch' | 'approval'>;
const isList = (name: TaskPartName): name is ListName => name !== 'watch' && name !== 'approval';
const visitorParts: readonly ListName[] = ['comments', 'statusHistory'];

const pickParts = (parts: Pick<TaskPage, TaskPartName>): Pick<TaskPage, TaskPartName> =>
  Object.fromEntries(taskPartNames.map((name) => [name, parts[name]]));

/**
 * Fetches everything that the task page shows, with one request.
 *
 * @returns null if the server reports success without a task.
 */
export const fetchTask = async (id: number, signal?: AbortSignal): Promise<LoadedTask | null> => {
  const { path, headers } = taskCall(id);
  const isByLink = hasReporterAccess(id);
  const response = await http.get<TaskBody<TaskPage>>(path, {
    headers,
    params: isByLink ? {} : { include: pageParts.join() },
    ...(signal ? { signal } : {}),
  });
  const { task, ...parts } = readBody(response);
  if (!task) return null;
  for (const part of isByLink || task.view === 'visitor' ? visitorParts : pageParts.filter(isList))
    readList(response, part);
  const etag = response.headers['etag'] as string | undefined;
  return { ...pickParts(parts), task, etag };
};

export const taskQuery = (id: number) =>
  queryOptions({ queryKey: taskKey(id), queryFn: () => fetchTask(id) });

export const useTask = (id: number) => useQuery(taskQuery(id));

/** A part of the task. `refetch` refetches the whole task. */
export const useTaskPart = <Name extends TaskPartName>(id: number, name: Name) =>
  useQuery({ ...taskQuery(id), select: (loaded) => loaded?.[name] });

/** The task does not exist, or the server reports a failure without a message (spec 3 §8). */
export const isNotFound = (error: unknown): error is ApiError =>
  isApiError(error) &&
  (error.status === 404 || (error.code === 'UNSUCCESSFUL' && error.serverMessage === undefined));

/** Refetches the task with its parts, and what an open form or dialog has loaded for it. */
export const useRefreshTask = (id: number) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: taskKey(id) });
};

/** Parameters whose answers an edit may change. */
export const useEditableParameters = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'parameters'],
    queryFn: async () =>
      readList(await http.get<{ parameters: EditableParameter[] }>(`/tasks/${id}/parameters`), 'parameters')
        .parameters,
  });

/** Another user has changed the task, so that the page must show its current state. */
const isConflict = (error: unknown): boolean =>
  isPreconditionFailed(error) || (isApiError(error) && error.status === 409);

interface SaveInput {
  edit: EditTask;
  /** The server responds with 412 if the task has another ETag. */
  etag: string | undefined;
}

/** Saves an edit. `refetchTask` returns the current task after a 412. */
export const useEditTask = (id: number) => {
  const client = useQueryClient();
  const refetchTask = (): Promise<VersionedTask | null> =>
    client.fetchQuery({ ...taskQuery(id), staleTime: 0 });
  const { mutateAsync: save } = useMutation({
    mutationFn: async ({ edit, etag }: SaveInput) =>
      readBody(
        await http.put<{ success: boolean }>(`/tasks/${id}`, edit, {
          headers: etag === undefined ? {} : { 'If-Match': etag },
        }),
        'success',
      ),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: sharedKeys.tasks });
      await client.invalidateQueries({ queryKey: taskKey(id) });
    },
    onError: (error) => {
      // After a 412, `refetchTask` compares the versions.
      if (isConflict(error) && !isPreconditionFailed(error))
        void client.invalidateQueries({ queryKey: taskKey(id) });
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
 * Mutation that changes a task. Shows the returned task at once, then refetches it with its parts, and the task lists.
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
        await http.post<TaskBody<TaskResponse>>(`${taskCall(id).path}/${path}`, input, {
          headers: { ...taskCall(id).headers, ...options.getHeaders?.(input) },
        }),
        'success',
      );
      options.onSaved?.();
      return task ?? (await refetchTask());
    },
    onSuccess: (task, _input, { isSameSession }) => {
      if (task && isSameSession())
        client.setQueryData(
          taskQuery(id).queryKey,
          (loaded) => loaded && { ...loaded, task, etag: undefined },
        );
      void client.invalidateQueries({ queryKey: sharedKeys.tasks });
      return client.invalidateQueries({ queryKey: taskKey(id) });
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: taskKey(id) });
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
/** Decides about the task, for the caller or an absent approver. */
export const useDecideApproval = (id: number) => useTaskChange<DecideApproval>(id, 'approval');
export const useAssignTask = (id: number) => useTaskChange<AssignTask>(id, 'assign');
export const useChangeDueDate = (id: number) => useTaskChange<ChangeDueDate>(id, 'due');
export const useChangePriority = (id: number) => useTaskChange<ChangePriority>(id, 'priority');
