import type { AddTaskLink, LinkRelation, LinkType, TaskListResponse } from '@obieg/contracts';
import { http, keepPreviousData, readList, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../../../query-keys';
import { taskKey } from '../../../task/task.api';

/** How a relation is stored: the type, and whether the link starts at the other task. */
const storage: Readonly<Record<LinkRelation, { type: LinkType; isInverse: boolean }>> = {
  RELATES: { type: 'RELATES', isInverse: false },
  DUPLICATES: { type: 'DUPLICATES', isInverse: false },
  DUPLICATED_BY: { type: 'DUPLICATES', isInverse: true },
  BLOCKS: { type: 'BLOCKS', isInverse: false },
  BLOCKED_BY: { type: 'BLOCKS', isInverse: true },
  PARENT_OF: { type: 'PARENT_OF', isInverse: false },
  CHILD_OF: { type: 'PARENT_OF', isInverse: true },
};

/** Whether a call for the other task adds the relation, which only an operator may always make. */
export const isInverse = (relation: LinkRelation): boolean => storage[relation].isInverse;

const useLinkChange = <Input>(id: number, change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: taskKey(id) }),
  });
};

export const useAddLink = (id: number) =>
  useLinkChange(id, ({ relation, otherId }: { relation: LinkRelation; otherId: number }) => {
    const { type, isInverse } = storage[relation];
    const [from, to] = isInverse ? [otherId, id] : [id, otherId];
    return http.post(`/tasks/${from}/links`, { type, otherTaskId: to } satisfies AddTaskLink);
  });

export const useRemoveLink = (id: number) =>
  useLinkChange(id, (linkId: number) => http.delete(`/tasks/${id}/links/${linkId}`));

const choicesMax = 8;

/** Searches tasks by number or text. */
export const useTaskChoices = (term: string) =>
  useQuery({
    // Not below `tasks`, which each change of a task refetches.
    queryKey: ownKey('tasks-to-link', term),
    queryFn: async ({ signal }) => {
      const params = { search: term, limit: choicesMax };
      const response = await http.get<TaskListResponse>('/tasks', { params, signal });
      return readList(response, 'tasks').tasks;
    },
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
