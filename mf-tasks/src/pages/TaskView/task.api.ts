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
import { http, queryOptions, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const taskKey = (id: number) => ['task', id] as const;

/** A task and the tag of the state that it was read in; undefined until it is read anew after a change. */
export interface VersionedTask {
  task: Task;
  etag: string | undefined;
}

const taskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKey(id),
    queryFn: async (): Promise<VersionedTask> => {
      const { data, headers } = await http.get<TaskResponse>(`/tasks/${id}`);
      return { task: data.task, etag: headers['etag'] as string | undefined };
    },
  });

export const useTask = (id: number) => useQuery(taskQuery(id));

export const useTransitions = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'transitions'],
    queryFn: async () =>
      (await http.get<{ transitions: TransitionOption[] }>(`/tasks/${id}/transitions`)).data.transitions,
    enabled: isNeeded,
  });

export const useComments = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'comments'],
    queryFn: async () => (await http.get<{ comments: Comment[] }>(`/tasks/${id}/comments`)).data.comments,
  });

export const useStatusHistory = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'status-history'],
    queryFn: async () =>
      (await http.get<{ statusHistory: StatusHistoryEntry[] }>(`/tasks/${id}/status-history`)).data
        .statusHistory,
  });

/** Who was assigned; visitors are told nothing, so it is not asked for them (spec 3 §3). */
export const useAssignmentHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'assignment-history'],
    queryFn: async () =>
      (await http.get<{ assignmentHistory: AssignmentHistoryEntry[] }>(`/tasks/${id}/assignment-history`))
        .data.assignmentHistory,
    enabled: isNeeded,
  });

/** Edits and changes of priority; not for visitors either. */
export const useChangeHistory = (id: number, isNeeded: boolean) =>
  useQuery({
    queryKey: [...taskKey(id), 'change-history'],
    queryFn: async () =>
      (await http.get<{ changeHistory: ChangeHistoryEntry[] }>(`/tasks/${id}/change-history`)).data
        .changeHistory,
    enabled: isNeeded,
  });

/** Reads the task and everything of it anew. */
export const useRefreshTask = (id: number) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: taskKey(id) });
};

/** Questions whose answers an edit may correct. */
export const useEditableParameters = (id: number) =>
  useQuery({
    queryKey: [...taskKey(id), 'parameters'],
    queryFn: async () =>
      (await http.get<{ parameters: EditableParameter[] }>(`/tasks/${id}/parameters`)).data.parameters,
  });

interface SaveInput {
  edit: EditTask;
  /** Saves only over this state (spec 3 §7); somebody else's in between is a 412. */
  etag: string | undefined;
}

/** Saves an edit, and answers the task as it is then; `readAnew` answers it without a change. */
export const useEditTask = (id: number) => {
  const client = useQueryClient();
  const readAnew = (): Promise<VersionedTask> => client.fetchQuery({ ...taskQuery(id), staleTime: 0 });
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ edit, etag }: SaveInput) =>
      http.put(`/tasks/${id}`, edit, { headers: etag === undefined ? {} : { 'If-Match': etag } }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['tasks'] });
      await client.invalidateQueries({ queryKey: taskKey(id) });
    },
  });
  return { save, readAnew };
};

/** A change of the task: what it answers is shown at once, the rest is read anew; lists follow. */
const useTaskChange = <Input>(id: number, path: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await http.post<TaskResponse>(`/tasks/${id}/${path}`, input)).data,
    onSuccess: ({ task }) => {
      client.setQueryData<VersionedTask>(taskKey(id), { task, etag: undefined });
      void client.invalidateQueries({ queryKey: ['tasks'] });
      return client.invalidateQueries({ queryKey: taskKey(id) });
    },
  });
};

export const useRunTransition = (id: number) => useTaskChange<RunTransition>(id, 'transition');
export const useAddComment = (id: number) => useTaskChange<AddComment>(id, 'comment');
export const useAssignTask = (id: number) => useTaskChange<AssignTask>(id, 'assign');
export const useChangePriority = (id: number) => useTaskChange<ChangePriority>(id, 'priority');
