import { usePageTitle, useSearchParams } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { AuthFrame } from '../../sign-in/AuthFrame';
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
  const [isRejected, setIsRejected] = useState(false);
  const lookup = usePasswordAccount(token);
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
