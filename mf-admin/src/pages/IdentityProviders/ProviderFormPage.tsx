import { Button, Loading, Notice, Page, PageHead, SkeletonCard } from '@obieg/ui';
import { usePageTitle, useParams } from '@obieg/web-kit';
import { useIdentityProviders } from '../../api/identity-providers.api';
import { parseId } from '../../browser/parse-id';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { ProviderForm } from './ProviderForm';
import { listAddress } from './provider-texts';

const Content = ({ id }: { id: number | undefined }) => {
  const t = useAdminMessages();
  const query = useIdentityProviders();
  const { data, error } = query;
  if (!data)
    return error ? (
      <LoadFailure title={t('providers.failed')} query={query} />
    ) : (
      <Loading>
        <SkeletonCard />
        <SkeletonCard />
      </Loading>
    );
  const provider = data.providers.find((one) => one.id === id);
  if (id !== undefined && !provider) return <Notice tone="warning">{t('providers.notFound')}</Notice>;
  return <ProviderForm {...(provider ? { provider } : {})} candidates={data.emergencyCandidates} />;
};

/** Form of a new identity provider, or of the one in the address. */
export const Component = () => {
  const t = useAdminMessages();
  const id = parseId(useParams()['id']);
  const title = t(id === undefined ? 'providers.new' : 'providers.edit');
  usePageTitle(title);
  return (
    <RequireUserManager title={title}>
      <Page>
        <PageHead
          title={title}
          breadcrumb={[{ label: t('providers.title'), to: listAddress }, { label: title }]}
          actions={
            <Button icon="back" to={listAddress}>
              {t('providers.back')}
            </Button>
          }
        />
        {/* The fields keep what they were opened with. */}
        <Content key={id} id={id} />
      </Page>
    </RequireUserManager>
  );
};
