import { remoteContractVersion } from '@obieg/contracts';
import { defineRemote } from '@obieg/web-kit';
import { defineMessages, overrideTexts } from '@obieg/web-kit/define-messages';
import { withOnDemandMessages } from './i18n/messages';

export default defineRemote({
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/login',
      lazy: () => import(/* webpackChunkName: "mf-auth-login" */ './pages/Login/LoginPage'),
    },
    {
      path: '/login/callback',
      lazy: () =>
        withOnDemandMessages(
          import(/* webpackChunkName: "mf-auth-callback" */ './pages/ProviderCallback/ProviderCallbackPage'),
        ),
    },
    {
      path: '/set-password',
      lazy: () =>
        import(/* webpackChunkName: "mf-auth-set-password" */ './pages/SetPassword/SetPasswordPage'),
    },
    {
      path: '/verify-email',
      lazy: () =>
        import(/* webpackChunkName: "mf-auth-verify-email" */ './pages/VerifyEmail/VerifyEmailPage'),
    },
    {
      path: '/account',
      lazy: () =>
        withOnDemandMessages(import(/* webpackChunkName: "mf-auth-account" */ './pages/Account/AccountPage')),
    },
  ],
  messages: defineMessages({
    mul: overrideTexts(
      () => import(/* webpackChunkName: "mf-auth-mul" */ './i18n/pl.json'),
      () => import(/* webpackChunkName: "mf-auth-mul" */ './i18n/mul.json'),
    ),
    pl: () => import(/* webpackChunkName: "mf-auth-pl" */ './i18n/pl.json'),
    en: () => import(/* webpackChunkName: "mf-auth-en" */ './i18n/en.json'),
  }),
});
