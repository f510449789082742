import { DetailList, Notice } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { listRoles } from './role-names';

interface RoleChangeSummaryProps {
  present: readonly string[];
  wanted: readonly string[];
  /** Whether the roles are the caller's own. */
  isOwn: boolean;
}

export const findLostRoles = (present: readonly string[], wanted: readonly string[]): string[] =>
  present.filter((role) => !wanted.includes(role));

/** Present and new roles of a member. Callers who lose roles of their own read what follows. */
export const RoleChangeSummary = ({ present, wanted, isOwn }: RoleChangeSummaryProps) => {
  const t = useAdminMessages();
  const lost = isOwn ? findLostRoles(present, wanted) : [];
  return (
    <>
      <DetailList
        items={[
          { label: t('roleChange.present'), value: listRoles(t, present) },
          { label: t('roleChange.wanted'), value: listRoles(t, wanted) },
        ]}
      />
      {lost.length > 0 ? (
        <Notice tone="warning" announce={false}>
          {t('roleChange.ownLoss', { roles: listRoles(t, lost) })}
        </Notice>
      ) : null}
    </>
  );
};
