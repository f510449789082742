import type { AuthResponse, SecondStep } from '@obieg/contracts';
import { Button, Loading, Notice, SkeletonLines, Stack } from '@obieg/ui';
import { getRejectionReason, takeReturnUrl, useNavigate, usePageTitle } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { finishProviderSignIn } from '../../providers/provider.api';
import { SecondStepPart } from '../../second-factor/SecondStepPart';
import { AuthFrame } from '../../sign-in/AuthFrame';
import { startSessionFrom } from '../../sign-in/auth.api';

/** Reads the provider's answer from the address and removes it, so that a copied address does not contain it. */
const takeQuery = (): string => {
  const query = location.search.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return query;
};

/** Ends a sign-in at an identity provider. An administrator's test returns to the provider's page. */
export const Component = () => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  usePageTitle(t('login.pageTitle'));
  const [failure, setFailure] = useState<string>();
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const hasStarted = useRef(false);
  const finish = (session: AuthResponse): void => {
    startSessionFrom(session);
    void navigate(takeReturnUrl(), { replace: true });
  };
  const run = async (): Promise<void> => {
    try {
      const answer = await finishProviderSignIn(takeQuery() || '-');
      if ('testedProviderId' in answer)
        void navigate(`/connections/sign-in/${answer.testedProviderId}`, { replace: true });
      else if ('secondStep' in answer) setSecondStep(answer.secondStep);
      else finish(answer);
    } catch (error) {
      setFailure(getRejectionReason(error) ?? t('provider.callbackFailed'));
    }
  };
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void run();
  });
  if (secondStep) return <SecondStepPart title={t('login.title')} step={secondStep} onPassed={finish} />;
  return (
    <AuthFrame title={t('login.title')}>
      {failure === undefined ? (
        <Loading>
          <SkeletonLines lines={2} />
        </Loading>
      ) : (
        <Stack>
          <Notice tone="danger" takesFocus>
            {failure}
          </Notice>
          <Button variant="primary" size="large" fullWidth to="/login">
            {t('provider.backToLogin')}
          </Button>
        </Stack>
      )}
    </AuthFrame>
  );
};
