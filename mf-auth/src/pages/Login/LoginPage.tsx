import type { AuthResponse, LoginMethods, SecondStep } from '@obieg/contracts';
import { Loading, Notice, SkeletonLines, Stack } from '@obieg/ui';
import {
  organizationNameQuery,
  readFirstData,
  takeReturnUrl,
  useNavigate,
  usePageTitle,
} from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { ProviderButtonsPart, ProviderStepPart } from '../../providers/ProviderParts';
import { SecondStepPart } from '../../second-factor/SecondStepPart';
import { AuthFrame } from '../../sign-in/AuthFrame';
import { startSessionFrom } from '../../sign-in/auth.api';
import type { VerifyEmailState } from '../../sign-in/verify-email-state';
import { LoginNameStep } from './LoginNameStep';
import { PasskeySignIn } from './PasskeySignIn';
import { PasswordStep } from './PasswordStep';
import { useSessionHandOver } from './use-session-hand-over';
import { useSignInNotice } from './use-sign-in-notice';

export const loader = readFirstData((client) => [client.prefetchQuery(organizationNameQuery)]);

/**
 * Two-step sign-in (spec 1 §2): login name, then password. A second factor is a step of its own.
 * Accounts without a password receive a verification code by email.
 */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [loginName, setLoginName] = useState<string>();
  const [byProvider, setByProvider] = useState<{ loginName: string; methods: LoginMethods }>();
  usePageTitle(t('login.pageTitle'));
  const [entered, setEntered] = useState<SecondStep>();
  const handOver = useSessionHandOver();
  const secondStep = entered ?? handOver.secondStep;
  const notice = useSignInNotice(handOver.error);
  // The server returns a masked address only, and resending a code needs the full one.
  const goToVerification = (token: string, email: string): void =>
    void navigate(`/verify-email?token=${encodeURIComponent(token)}`, {
      state: { email } satisfies VerifyEmailState,
    });
  const finish = (session: AuthResponse): void => {
    startSessionFrom(session);
    void navigate(takeReturnUrl(), { replace: true });
  };
  const goToPassword = (typed: string): void => {
    setByProvider(undefined);
    setLoginName(typed);
  };
  const renderStep = () => {
    if (handOver.isPending) {
      return (
        <Loading>
          <SkeletonLines lines={2} />
        </Loading>
      );
    }
    if (byProvider?.methods.provider) {
      const { loginName: typed, methods } = byProvider;
      return (
        <ProviderStepPart
          provider={byProvider.methods.provider}
          loginName={typed}
          onChange={() => setByProvider(undefined)}
          onOtherWay={methods.hasPassword ? () => goToPassword(typed) : undefined}
        />
      );
    }
    if (loginName === undefined) {
      return (
        <Stack>
          <LoginNameStep
            onHasPassword={setLoginName}
            onProvider={(typed, methods) => setByProvider({ loginName: typed, methods })}
            onCodeSent={goToVerification}
          />
          <PasskeySignIn onSignedIn={finish} />
          <ProviderButtonsPart />
        </Stack>
      );
    }
    return (
      <PasswordStep
        loginName={loginName}
        onChange={() => setLoginName(undefined)}
        onCodeSent={goToVerification}
        onSecondStep={setEntered}
      />
    );
  };
  if (secondStep) return <SecondStepPart title={t('login.title')} step={secondStep} onPassed={finish} />;
  return (
    <AuthFrame title={t('login.title')}>
      {notice ? <Notice tone="info">{notice}</Notice> : null}
      {renderStep()}
    </AuthFrame>
  );
};
