import { Notice, TextLink } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import { useIsScarce } from './dashboard.api';
import classes from './dashboard.module.css';

interface SetupHintsProps {
  isKnownPath: (path: string) => boolean;
}

/** What an administrator still has to set up before the organization can work, each with the page that mends it. */
export const SetupHints = ({ isKnownPath }: SetupHintsProps) => {
  const t = useShellMessages();
  const { canManageUsers, canManageWorkflow } = usePermissions();
  const hints = [
    {
      text: 'dashboard.missingStatuses',
      to: '/workflow-statuses',
      isShown: useIsScarce('/workflow-status', 1, canManageWorkflow),
    },
    {
      text: 'dashboard.missingQuestions',
      to: '/workflow-parameters',
      isShown: useIsScarce('/workflow-parameters', 1, canManageWorkflow),
    },
    { text: 'dashboard.missingMembers', to: '/users', isShown: useIsScarce('/users', 2, canManageUsers) },
  ].filter(({ isShown }) => isShown);
  if (hints.length === 0) return null;
  return (
    <Notice tone="warning" title={t('dashboard.setupTitle')}>
      <ul className={classes['hints']}>
        {hints.map(({ text, to }) => (
          <li key={to}>
            {t(text)} {isKnownPath(to) ? <TextLink to={to}>{t('dashboard.setUp')}</TextLink> : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
