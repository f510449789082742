import { limits } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useEffect } from 'react';
import { useAuthMessages } from '../../i18n/messages';

/** Confirms the verification, then redirects to the optional password screen (spec 3 §4). */
export const Verified = ({ token }: { token: string }) => {
  const t = useAuthMessages();
  const navigate = useNavigate();
  useEffect(() => {
    const address = `/set-password?token=${encodeURIComponent(token)}&canSkip=true`;
    const timer = setTimeout(() => void navigate(address, { replace: true }), limits.verificationRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate, token]);
  return <Notice tone="success">{t('verify.done')}</Notice>;
};
