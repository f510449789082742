import { remoteContractVersion } from '@obieg/contracts';
import { defineRemote } from '@obieg/web-kit';

export default defineRemote({
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/tasks',
      lazy: () => import(/* webpackChunkName: "mf-tasks-list" */ './pages/TaskList/TaskListPage'),
    },
    {
      path: '/task/:publicTaskId',
      lazy: () => import(/* webpackChunkName: "mf-tasks-task" */ './pages/TaskView/TaskViewPage'),
    },
    {
      path: '/submit-task',
      lazy: () => import(/* webpackChunkName: "mf-tasks-submit" */ './pages/SubmitTask/SubmitTaskPage'),
    },
  ],
  messages: {
    mul: () => import(/* webpackChunkName: "mf-tasks-mul" */ './i18n/mul.json'),
    pl: () => import(/* webpackChunkName: "mf-tasks-pl" */ './i18n/pl.json'),
    en: () => import(/* webpackChunkName: "mf-tasks-en" */ './i18n/en.json'),
  },
});
