import { Notice, TextLink } from '@obieg/ui';
import { usePermissions, useSession } from '@obieg/web-kit';
import { useFewMembers, useHasFewerThan } from './dashboard.api';
import classes from './dashboard.module.css';
import { useDashboardMessages } from './messages';

interface SetupHintsProps {
  isKnownPath: (path: string) => boolean;
}

/** Names the members of an organization that has at most one. The reader need not be a member. */
const useMemberHint = (isEnabled: boolean): string | undefined => {
  const members = useFewMembers(isEnabled);
  const ownId = useSession()?.user.id;
  const [member] = members ?? [];
  if (!members) return undefined;
  if (!member) return 'noMembers';
  return member.id === ownId ? 'missingMembers' : 'oneMember';
};

/** Lists what the organization still needs, each with a link to the page that configures it. */
export const SetupHints = ({ isKnownPath }: SetupHintsProps) => {
  const t = useDashboardMessages();
  const { canManageUsers, canManageWorkflow } = usePermissions();
  const memberHint = useMemberHint(canManageUsers);
  const hints = [
    {
      text: 'missingStatuses',
      to: '/workflow-statuses',
      isShown: useHasFewerThan('/workflow-status', 1, canManageWorkflow),
    },
    {
      text: 'missingQuestions',
      to: '/workflow-parameters',
      isShown: useHasFewerThan('/workflow-parameters', 1, canManageWorkflow),
    },
    { text: memberHint ?? '', to: '/users', isShown: memberHint !== undefined },
  ].filter(({ isShown }) => isShown);
  if (hints.length === 0) return null;
  return (
    <Notice tone="warning" title={t('setupTitle')}>
      <ul className={classes['hints']}>
        {hints.map(({ text, to }) => (
          <li key={to}>
            {t(text)} {isKnownPath(to) ? <TextLink to={to}>{t('setUp')}</TextLink> : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
