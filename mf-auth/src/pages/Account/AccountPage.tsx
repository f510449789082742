import {
  Button,
  Card,
  Page,
  PageHead,
  PreferenceFields,
  QueryView,
  SkeletonCard,
  Stack,
  Text,
} from '@obieg/ui';
import { isMainDomain, setLanguage, useLanguage, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useAuthMessages } from '../../i18n/messages';
import { AbsenceForm } from './absence/AbsenceForm';
import { useAccount } from './account.api';
import classes from './account.module.css';
import { CalendarFeed } from './calendar/CalendarFeed';
import { SecondFactors } from './factors/SecondFactors';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';
import { Sessions } from './Sessions';
import { OwnTokens } from './tokens/OwnTokens';

const Preferences = () => {
  const t = useAuthMessages();
  return (
    <Card title={t('account.preferences')}>
      <div className={classes['preferences']}>
        <PreferenceFields language={useLanguage()} onLanguageChange={(chosen) => void setLanguage(chosen)} />
      </div>
    </Card>
  );
};

/** Notifications belong to an organization. The inbox has their settings. */
const Notifications = () => {
  const t = useAuthMessages();
  return (
    <Card title={t('account.notifications')}>
      <Stack>
        <Text muted>{t('account.notificationsHelp')}</Text>
        <div>
          <Button icon="settings" to="/inbox/settings">
            {t('account.openNotifications')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
};

const Loaded = () => {
  const t = useAuthMessages();
  return (
    <QueryView query={useAccount()} failure={t('account.failed')} skeleton={<SkeletonCard />}>
      {(account) => (
        <>
          <ProfileForm account={account} />
          <PasswordForm account={account} />
        </>
      )}
    </QueryView>
  );
};

/** The signed-in person's own account: names, password, preferences, sessions. The same on every address. */
export const Component = () => {
  const t = useAuthMessages();
  const { hasBasePermission } = usePermissions();
  usePageTitle(t('account.title'));
  return (
    <Page width="form">
      <PageHead title={t('account.title')} />
      <Loaded />
      <SecondFactors />
      <Preferences />
      {isMainDomain() ? null : (
        <>
          <Notifications />
          {hasBasePermission ? <AbsenceForm /> : null}
          <CalendarFeed />
          <OwnTokens />
        </>
      )}
      <Sessions />
    </Page>
  );
};
