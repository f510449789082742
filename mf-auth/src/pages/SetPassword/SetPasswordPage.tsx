import type { SecondStep } from '@obieg/contracts';
import { takeReturnUrl, useNavigate, usePageTitle, useSearchParams } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { SecondStepPart } from '../../second-factor/SecondStepPart';
import { AuthFrame } from '../../sign-in/AuthFrame';
import { startSessionFrom } from '../../sign-in/auth.api';
import { InvalidLink } from '../../sign-in/InvalidLink';
import { SetPasswordForm } from './SetPasswordForm';
import { usePasswordAccount } from './use-password-account';

const Rejected = ({ shouldFocusTitle = false }: { shouldFocusTitle?: boolean }) => {
  const t = useAuthMessages();
  return (
    <AuthFrame title={t('setPassword.invalidTitle')} shouldFocusTitle={shouldFocusTitle}>
      <InvalidLink />
    </AuthFrame>
  );
};

const SetPassword = ({ token, canSkip }: { token: string; canSkip: boolean }) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  const [isRejected, setIsRejected] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const lookup = usePasswordAccount(token);
  if (secondStep)
    return (
      <SecondStepPart
        title={t('setPassword.title')}
        step={secondStep}
        onPassed={(session) => {
          startSessionFrom(session);
          void navigate(takeReturnUrl(), { replace: true });
        }}
      />
    );
  // A signed-in user can still skip the form.
  if (isRejected || (lookup.isRejected && !canSkip)) return <Rejected shouldFocusTitle />;
  return (
    <AuthFrame title={t('setPassword.title')}>
      <SetPasswordForm
        token={token}
        canSkip={canSkip}
        account={lookup.account}
        isAccountLoading={lookup.isLoading}
        onRejected={() => setIsRejected(true)}
        onSecondStep={setSecondStep}
      />
    </AuthFrame>
  );
};

/** Sets a password with the token of an invitation or of a verified email address (spec 1 §2). */
export const Component = () => {
  const t = useAuthMessages();
  const [search] = useSearchParams();
  const token = search.get('token');
  usePageTitle(t('setPassword.title'));
  return token ? (
    <SetPassword key={token} token={token} canSkip={search.get('canSkip') === 'true'} />
  ) : (
    <Rejected />
  );
};
