import { ErrorPanel, Loading, SkeletonLines } from '@obieg/ui';
import { isApiError, Navigate, usePageTitle, useQuery, useSearchParams } from '@obieg/web-kit';
import { useState } from 'react';
import { AuthFrame } from '../../AuthFrame';
import { fetchTokenInfo } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { InvalidLink } from '../SetPassword/InvalidLink';
import { Verified } from './Verified';
import { VerifyEmailForm } from './VerifyEmailForm';

/** A new code may be asked for a minute after the last one: seen soon enough without asking all the time. */
const resendCheckMs = 10_000;

/**
 * 400 is the server's word for a token that is malformed, unknown, used or expired. 404 is left for one of dots, of which
 * an address makes no path. All else says nothing of the token.
 */
const statusesOfBadTokens = new Set([400, 404]);

const isOfBadToken = (error: unknown): boolean =>
  isApiError(error) && error.status !== undefined && statusesOfBadTokens.has(error.status);

const Verification = ({ token }: { token: string }) => {
  const t = useAuthMessages();
  // Kept here: a new session empties the query cache, and what hangs on the token's data goes with it.
  const [isVerified, setIsVerified] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => fetchTokenInfo(token),
    enabled: !isVerified,
    refetchInterval: ({ state }) => (state.data?.canResend === false ? resendCheckMs : false),
  });
  if (isVerified) {
    return (
      <AuthFrame title={t('verify.title')}>
        <Verified token={token} />
      </AuthFrame>
    );
  }
  if (isOfBadToken(error) || data?.success === false) {
    return (
      <AuthFrame title={t('verify.invalid')}>
        <InvalidLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('verify.title')}>
      {data ? <VerifyEmailForm token={token} info={data} onVerified={() => setIsVerified(true)} /> : null}
      {!data && error ? (
        <ErrorPanel
          title={t('verify.infoFailed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        />
      ) : null}
      {!data && !error ? (
        <Loading>
          <SkeletonLines lines={3} />
        </Loading>
      ) : null}
    </AuthFrame>
  );
};

/** Proving an e-mail address with the code that was mailed to it (spec 3 §2, §4). */
export const Component = () => {
  const t = useAuthMessages();
  const [search] = useSearchParams();
  const token = search.get('token');
  usePageTitle(t('verify.title'));
  return token ? <Verification key={token} token={token} /> : <Navigate to="/submit-task" replace />;
};
