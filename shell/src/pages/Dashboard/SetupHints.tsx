import { Notice, TextLink } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import { useHasFewerThan } from './dashboard.api';
import classes from './dashboard.module.css';

interface SetupHintsProps {
  isKnownPath: (path: string) => boolean;
}

/** Lists what the organization still needs, each with a link to the page that configures it. */
export const SetupHints = ({ isKnownPath }: SetupHintsProps) => {
  const t = useShellMessages();
  const { canManageUsers, canManageWorkflow } = usePermissions();
  const hints = [
    {
      text: 'dashboard.missingStatuses',
      to: '/workflow-statuses',
      isShown: useHasFewerThan('/workflow-status', 1, canManageWorkflow),
    },
    {
      text: 'dashboard.missingQuestions',
      to: '/workflow-parameters',
      isShown: useHasFewerThan('/workflow-parameters', 1, canManageWorkflow),
    },
    { text: 'dashboard.missingMembers', to: '/users', isShown: useHasFewerThan('/users', 2, canManageUsers) },
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
