import { ErrorPanel, Loading, SkeletonLines } from '@obieg/ui';
import { isApiError, Navigate, usePageTitle, useQuery, useSearchParams } from '@obieg/web-kit';
import { AuthFrame } from '../../AuthFrame';
import { fetchTokenInfo } from '../../auth.api';
import { useAuthMessages } from '../../messages';
import { InvalidLink } from '../SetPassword/InvalidLink';
import { VerifyEmailForm } from './VerifyEmailForm';

const Verification = ({ token }: { token: string }) => {
  const t = useAuthMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => fetchTokenInfo(token),
  });
  const isRefused = isApiError(error) && error.status !== undefined && error.status < 500;
  if (isRefused || data?.success === false) {
    return (
      <AuthFrame title={t('verify.invalid')}>
        <InvalidLink />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('verify.title')}>
      {data ? <VerifyEmailForm token={token} info={data} /> : null}
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
