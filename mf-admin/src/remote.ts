import { remoteContractVersion } from '@obieg/contracts';
import { defineRemote } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';

export default defineRemote({
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/users',
      lazy: () => import(/* webpackChunkName: "mf-admin-users" */ './pages/UserList/UserListPage'),
    },
    {
      path: '/users/import',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-people-import" */ './pages/PeopleImport/PeopleImportPage'),
    },
    {
      path: '/createUser',
      lazy: () => import(/* webpackChunkName: "mf-admin-invite" */ './pages/InviteUser/InviteUserPage'),
    },
    {
      path: '/user',
      lazy: () => import(/* webpackChunkName: "mf-admin-user" */ './pages/UserDetails/UserDetailsPage'),
    },
    {
      path: '/user/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-user" */ './pages/UserDetails/UserDetailsPage'),
    },
    {
      path: '/groups',
      lazy: () => import(/* webpackChunkName: "mf-admin-groups" */ './pages/GroupList/GroupListPage'),
    },
    {
      path: '/groups/new',
      lazy: () => import(/* webpackChunkName: "mf-admin-group" */ './pages/Group/GroupPage'),
    },
    {
      path: '/groups/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-group" */ './pages/Group/GroupPage'),
    },
    {
      path: '/groups/:id/edit',
      lazy: () => import(/* webpackChunkName: "mf-admin-group" */ './pages/Group/GroupPage'),
    },
    {
      path: '/security-log',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-security-log" */ './pages/SecurityLog/SecurityLogPage'),
    },
    {
      path: '/connections',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-connections" */ './pages/Integrations/IntegrationsPage'),
    },
    {
      path: '/connections/integrations/:id',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-integration" */ './pages/Integration/IntegrationPage'),
    },
    {
      path: '/connections/webhooks',
      lazy: () => import(/* webpackChunkName: "mf-admin-webhooks" */ './pages/Webhooks/WebhooksPage'),
    },
    {
      path: '/connections/mail',
      lazy: () => import(/* webpackChunkName: "mf-admin-mail-in" */ './pages/MailIn/MailInPage'),
    },
    {
      path: '/connections/webhooks/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-webhook" */ './pages/Webhooks/WebhookPage'),
    },
    {
      path: '/connections/sign-in',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-providers" */ './pages/IdentityProviders/ProvidersPage'),
    },
    {
      path: '/connections/sign-in/new',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-provider-form" */ './pages/IdentityProviders/ProviderFormPage'),
    },
    {
      path: '/connections/sign-in/:id',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-provider" */ './pages/IdentityProviders/ProviderPage'),
    },
    {
      path: '/connections/sign-in/:id/edit',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-provider-form" */ './pages/IdentityProviders/ProviderFormPage'),
    },
    {
      path: '/organizations',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-organizations" */ './pages/Organizations/OrganizationsPage'),
    },
    {
      path: '/delivery',
      lazy: () => import(/* webpackChunkName: "mf-admin-delivery" */ './pages/Delivery/DeliveryPage'),
    },
    {
      path: '/workflow-parameters',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-parameters" */ './pages/ParameterList/ParameterListPage'),
    },
    {
      path: '/workflow-parameters/new',
      lazy: () => import(/* webpackChunkName: "mf-admin-parameter" */ './pages/Parameter/ParameterPage'),
    },
    {
      path: '/workflow-parameters/try',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-try" */ './pages/ParameterTryOut/ParameterTryOutPage'),
    },
    {
      path: '/workflow-parameters/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-parameter" */ './pages/Parameter/ParameterPage'),
    },
    {
      path: '/workflow-parameters/:id/edit',
      lazy: () => import(/* webpackChunkName: "mf-admin-parameter" */ './pages/Parameter/ParameterPage'),
    },
    {
      path: '/workflow-statuses',
      lazy: () => import(/* webpackChunkName: "mf-admin-statuses" */ './pages/StatusList/StatusListPage'),
    },
    {
      path: '/workflow-statuses/new',
      lazy: () => import(/* webpackChunkName: "mf-admin-status" */ './pages/Status/StatusPage'),
    },
    {
      path: '/workflow-statuses/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-status" */ './pages/Status/StatusPage'),
    },
    {
      path: '/workflow-statuses/:id/edit',
      lazy: () => import(/* webpackChunkName: "mf-admin-status" */ './pages/Status/StatusPage'),
    },
    {
      path: '/workflow',
      lazy: () => import(/* webpackChunkName: "mf-admin-workflow" */ './pages/Workflow/WorkflowPage'),
    },
    {
      path: '/workflow-history',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-history" */ './pages/WorkflowHistory/WorkflowHistoryPage'),
    },
    {
      path: '/workflow-history/:number',
      lazy: () => import(/* webpackChunkName: "mf-admin-revision" */ './pages/WorkflowHistory/RevisionPage'),
    },
    {
      path: '/workflow-exchange',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-exchange" */ './pages/WorkflowExchange/WorkflowExchangePage'),
    },
    {
      path: '/due-settings',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-due-settings" */ './pages/DueSettings/DueSettingsPage'),
    },
    {
      path: '/calendars',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-calendars" */ './pages/CalendarList/CalendarListPage'),
    },
    {
      path: '/calendars/new',
      lazy: () => import(/* webpackChunkName: "mf-admin-calendar" */ './pages/Calendar/CalendarPage'),
    },
    {
      path: '/calendars/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-calendar" */ './pages/Calendar/CalendarPage'),
    },
    {
      path: '/calendars/:id/edit',
      lazy: () => import(/* webpackChunkName: "mf-admin-calendar" */ './pages/Calendar/CalendarPage'),
    },
    {
      path: '/targets',
      lazy: () => import(/* webpackChunkName: "mf-admin-targets" */ './pages/TargetList/TargetListPage'),
    },
    {
      path: '/targets/new',
      lazy: () => import(/* webpackChunkName: "mf-admin-target" */ './pages/Target/TargetPage'),
    },
    {
      path: '/targets/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-target" */ './pages/Target/TargetPage'),
    },
    {
      path: '/targets/:id/edit',
      lazy: () => import(/* webpackChunkName: "mf-admin-target" */ './pages/Target/TargetPage'),
    },
    {
      path: '/status-transitions',
      lazy: () =>
        import(
          /* webpackChunkName: "mf-admin-transitions" */ './pages/StatusTransitionList/StatusTransitionListPage'
        ),
    },
    {
      path: '/status-transitions/new',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-transition" */ './pages/StatusTransition/StatusTransitionPage'),
    },
    {
      path: '/status-transitions/:id',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-transition" */ './pages/StatusTransition/StatusTransitionPage'),
    },
    {
      path: '/status-transitions/:id/edit',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-transition" */ './pages/StatusTransition/StatusTransitionPage'),
    },
  ],
  messages: defineMessages({
    mul: overrideTexts(
      () => import(/* webpackChunkName: "mf-admin-mul" */ './i18n/en.json'),
      () => import(/* webpackChunkName: "mf-admin-mul" */ './i18n/mul.json'),
    ),
    pl: () => import(/* webpackChunkName: "mf-admin-pl" */ './i18n/pl.json'),
    en: () => import(/* webpackChunkName: "mf-admin-en" */ './i18n/en.json'),
  }),
});
