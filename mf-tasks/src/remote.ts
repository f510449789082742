import { remoteContractVersion } from '@obieg/contracts';
import { defineRemote } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';
import { withOnDemandMessages } from './i18n/messages';

export default defineRemote({
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/tasks',
      lazy: () =>
        withOnDemandMessages(import(/* webpackChunkName: "mf-tasks-list" */ './pages/TaskList/TaskListPage')),
    },
    {
      path: '/tasks/board',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-board" */ './pages/TaskBoard/TaskBoardPage'),
        ),
    },
    {
      path: '/tasks/import',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-import" */ './pages/TaskImport/TaskImportPage'),
        ),
    },
    {
      path: '/my-submissions',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-submissions" */ './pages/MySubmissions/MySubmissionsPage'),
        ),
    },
    {
      path: '/task/:publicTaskId',
      lazy: () => import(/* webpackChunkName: "mf-tasks-task" */ './pages/TaskView/TaskViewPage'),
    },
    {
      path: '/inbox',
      lazy: () =>
        withOnDemandMessages(import(/* webpackChunkName: "mf-tasks-inbox" */ './pages/Inbox/InboxPage')),
    },
    {
      path: '/inbox/settings',
      lazy: () =>
        withOnDemandMessages(
          import(
            /* webpackChunkName: "mf-tasks-inbox-settings" */ './pages/Inbox/settings/NotificationSettingsPage'
          ),
        ),
    },
    {
      path: '/approvals',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-approvals" */ './pages/Approvals/ApprovalsPage'),
        ),
    },
    {
      path: '/canned-replies',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-canned-replies" */ './pages/CannedReplies/CannedRepliesPage'),
        ),
    },
    {
      path: '/mail-settings',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-tasks-mail-settings" */ './pages/MailSettings/MailSettingsPage'),
        ),
    },
    {
      path: '/confirm-address',
      lazy: () =>
        withOnDemandMessages(
          import(
            /* webpackChunkName: "mf-tasks-confirm-address" */ './pages/MailSettings/ConfirmAddressPage'
          ),
        ),
    },
    {
      path: '/submit-task',
      lazy: () => import(/* webpackChunkName: "mf-tasks-submit" */ './pages/SubmitTask/SubmitTaskPage'),
    },
  ],
  messages: defineMessages({
    mul: overrideTexts(
      () => import(/* webpackChunkName: "mf-tasks-mul" */ './i18n/pl.json'),
      () => import(/* webpackChunkName: "mf-tasks-mul" */ './i18n/mul.json'),
    ),
    pl: () => import(/* webpackChunkName: "mf-tasks-pl" */ './i18n/pl.json'),
    en: () => import(/* webpackChunkName: "mf-tasks-en" */ './i18n/en.json'),
  }),
});
