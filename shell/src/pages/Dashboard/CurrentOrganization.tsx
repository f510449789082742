import { Button, Card, Icon, QueryView, SkeletonBar, Text } from '@obieg/ui';
import { useOrganizationName } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import classes from './dashboard.module.css';
import { useDashboardMessages } from './messages';

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
  const tDashboard = useDashboardMessages();
  return (
    <Card title={t('dashboard.currentOrganization')}>
      <QueryView
        query={useOrganizationName()}
        failure={tDashboard('organizationFailed')}
        skeleton={<SkeletonBar width="60%" height={20} />}
      >
        {(name) => <Name name={name} />}
      </QueryView>
    </Card>
  );
};
