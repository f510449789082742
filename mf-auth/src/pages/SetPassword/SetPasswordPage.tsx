import { usePageTitle, useSearchParams } from '@obieg/web-kit';
import { useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { useAuthMessages } from '../../messages';
import { InvalidLink } from './InvalidLink';
import { SetPasswordForm } from './SetPasswordForm';

/** Sets a password with the token of an invitation or of a verified email address (spec 1 §2). */
export const Component = () => {
  const t = useAuthMessages();
  const [search] = useSearchParams();
  const [isRejected, setIsRejected] = useState(false);
  const token = search.get('token');
  usePageTitle(t('setPassword.title'));
  if (!token || isRejected) {
    return (
      <AuthFrame title={t('setPassword.invalidTitle')} shouldFocusTitle={isRejected}>
        <InvalidLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('setPassword.title')}>
      <SetPasswordForm
        token={token}
        canSkip={search.get('canSkip') === 'true'}
        onRejected={() => setIsRejected(true)}
      />
    </AuthFrame>
  );
};
