import { remoteContractVersion } from '@obieg/contracts';
import { defineRemote } from '@obieg/web-kit';

export default defineRemote({
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/users',
      lazy: () => import(/* webpackChunkName: "mf-admin-users" */ './pages/UserList/UserListPage'),
    },
    {
      path: '/createUser',
      lazy: () => import(/* webpackChunkName: "mf-admin-invite" */ './pages/InviteUser/InviteUserPage'),
    },
    {
      path: '/user/:id',
      lazy: () => import(/* webpackChunkName: "mf-admin-user" */ './pages/UserDetails/UserDetailsPage'),
    },
    {
      path: '/organizations',
      lazy: () =>
        import(/* webpackChunkName: "mf-admin-organizations" */ './pages/Organizations/OrganizationsPage'),
    },
  ],
  messages: {
    mul: () => import(/* webpackChunkName: "mf-admin-mul" */ './i18n/mul.json'),
    pl: () => import(/* webpackChunkName: "mf-admin-pl" */ './i18n/pl.json'),
    en: () => import(/* webpackChunkName: "mf-admin-en" */ './i18n/en.json'),
  },
});
