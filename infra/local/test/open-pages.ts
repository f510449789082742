import type { CreateTaskResponse, TaskListResponse } from '@obieg/contracts';
import { openLivePage } from './live-page';
import type { ProductSite } from './product-site';

/** Those of the last release, which runs beside this version. */
const parts = 'comments,statusHistory,assignmentHistory,changeHistory,transitions,watch,links';

/** Opens the task list and one task, as two browser tabs do. */
export const openPages = async (site: ProductSite) => {
  const { publicTaskId } = await site.call<CreateTaskResponse>('POST', '/tasks', { title: 'Otwarte' });
  const page = `/tasks/${publicTaskId}?include=${parts}`;
  const list = openLivePage({
    site,
    path: '/tasks/live',
    load: async () =>
      (await site.call<TaskListResponse>('GET', '/tasks?limit=50')).tasks.map(({ title }) => title),
  });
  const task = openLivePage({
    site,
    path: `/tasks/${publicTaskId}/live`,
    load: async () => JSON.stringify(await site.call('GET', page)),
  });
  return {
    /** Makes one change for each page and waits until the pages show it. No later event can hide a lost one. */
    untilCurrent: async (name: string): Promise<void> => {
      await site.call('POST', '/tasks', { title: name });
      await site.call('POST', `/tasks/${publicTaskId}/comment`, { content: name });
      await list.untilShows(`the list shows ${name}`, (titles) => titles.includes(name));
      await task.untilShows(`the task shows ${name}`, (text) => text.includes(name));
    },
    close: () => Promise.all([list.close(), task.close()]),
  };
};
