import { Button, Card, ErrorPanel, Icon, Loading, SkeletonBar, Text } from '@obieg/ui';
import { isApiError, useOrganizationName } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import classes from './dashboard.module.css';

const Name = ({ name }: { name: string | null }) => {
  const t = useShellMessages();
  if (name !== null) {
    return (
      <div className={classes['organization']}>
        <span className={classes['organizationIcon']}>
          <Icon name="building" size={20} />
        </span>
        <span className={classes['organizationName']}>{name}</span>
      </div>
    );
  }
  return (
    <div className={classes['lines']}>
      <Text>{t('dashboard.noOrganization')}</Text>
      <div>
        <Button to="/organizations" iconAfter="forward">
          {t('dashboard.chooseOrganization')}
        </Button>
      </div>
    </div>
  );
};

/** Card with the organization's name (spec 1 §2). */
export const CurrentOrganization = () => {
  const t = useShellMessages();
  const { data, error, isFetching, refetch } = useOrganizationName();
  return (
    <Card title={t('dashboard.currentOrganization')}>
      {data !== undefined ? <Name name={data} /> : null}
      {data === undefined && error ? (
        <ErrorPanel
          title={t('dashboard.organizationFailed')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        />
      ) : null}
      {data === undefined && !error ? (
        <Loading>
          <SkeletonBar width="60%" height={20} />
        </Loading>
      ) : null}
    </Card>
  );
};
