import { type SaveTaskView, type TaskViewsResponse, taskSortKeys } from '@obieg/contracts';
import type { DemoClient } from './demo-client';
import type { DemoOrganization, DemoView } from './demo-model';

const findId = (groups: ReadonlyMap<string, number>, name: string): number => {
  const id = groups.get(name);
  if (id === undefined) throw new Error(`The demo references ${name} but does not create it`);
  return id;
};

const buildView = (view: DemoView, groups: ReadonlyMap<string, number>): SaveTaskView => ({
  name: view.name,
  query: {
    ...view.query,
    ...(view.group === undefined ? {} : { assignees: `group:${findId(groups, view.group)}` }),
  },
  sort: view.sort ?? { by: 'createdAt', direction: 'desc' },
  columns: view.columns ?? taskSortKeys.filter((key) => key !== 'dueAt'),
  isShared: view.isShared ?? false,
});

/** Saves the views of the task list. Skips those of an earlier, interrupted run. */
export const seedViews = async (
  site: DemoClient,
  { views = [] }: DemoOrganization,
  groups: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const view of views) {
    const { views: present } = await site.call<TaskViewsResponse>('GET', '/api/task-views', { as: view.by });
    if (present.some(({ name }) => name === view.name)) continue;
    // The owner's role may not have arrived yet.
    await site.call('POST', '/api/task-views', {
      as: view.by,
      body: buildView(view, groups),
      retryOn: [403],
    });
  }
};
