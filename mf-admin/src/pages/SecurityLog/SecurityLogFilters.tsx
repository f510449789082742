import { type SecurityLogEntry, securityEvents, securityOutcomes, type UserSummary } from '@obieg/contracts';
import { SelectField, TextField } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { isMainDomain } from '@obieg/web-kit';
import { useState } from 'react';
import { searchUsers } from '../../api/groups.api';
import type { SecurityLogFilters } from '../../api/security-log.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './security-log.module.css';

interface FiltersProps {
  filters: SecurityLogFilters;
  onChange: (changes: Partial<SecurityLogFilters>) => void;
  /** The loaded entries. */
  entries: readonly SecurityLogEntry[] | undefined;
}

/** Returns the id of the user that the entry is about; for a session, its owner. */
const getSubjectUserId = ({ subject, details }: SecurityLogEntry): number | undefined => {
  if (subject?.type === 'session') return details.userId;
  return subject?.type === 'user' ? Number(subject.id) : undefined;
};

/** Finds a user's name in the loaded entries, for an id from the URL. The entries also name former members. */
const findUser = (
  entries: readonly SecurityLogEntry[],
  userId: number,
): Pick<UserSummary, 'username' | 'email'> | undefined => {
  for (const entry of entries) {
    const { actor, subject } = entry;
    if (actor?.id === userId && actor.username !== null)
      return { username: actor.username, email: actor.email ?? '' };
    if (subject && getSubjectUserId(entry) === userId && subject.name !== null)
      return { username: subject.name, email: subject.email ?? '' };
  }
  return undefined;
};

const UserFilter = ({ filters: { userId }, onChange, entries = [] }: FiltersProps) => {
  const t = useAdminMessages();
  const [selected, setSelected] = useState<UserSummary | null>(null);
  const describe = (id: number): UserSummary => {
    if (selected?.id === id) return selected;
    const found = findUser(entries, id) ?? { username: t('securityLog.user', { id }), email: '' };
    return { id, ...found };
  };
  return (
    <div className={classes['userFilter']}>
      <UserSearchBox
        label={t('securityLog.userFilter')}
        hideLabel
        placeholder={t('securityLog.allUsers')}
        search={searchUsers}
        value={userId === undefined ? null : describe(userId)}
        onChange={(user) => {
          setSelected(user);
          onChange({ userId: user?.id });
        }}
      />
    </div>
  );
};

const DayFilter = ({ bound, filters, onChange }: FiltersProps & { bound: 'from' | 'to' }) => {
  const t = useAdminMessages();
  return (
    <TextField
      type="date"
      label={t(`securityLog.${bound}`)}
      value={filters[bound] ?? ''}
      onChange={({ target }) => onChange({ [bound]: target.value || undefined })}
    />
  );
};

/** Filters the log by outcome, event, days and user. */
export const SecurityLogFilterBar = (props: FiltersProps) => {
  const t = useAdminMessages();
  const { filters, onChange } = props;
  const events = securityEvents
    .map((value) => ({ value, label: t(`securityLog.events.${value}.tried`) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <search className={classes['filters']}>
      <SelectField
        label={t('securityLog.outcome')}
        hideLabel
        placeholder={t('securityLog.anyOutcome')}
        value={filters.outcome ?? ''}
        onChange={({ target }) =>
          onChange({ outcome: securityOutcomes.find((outcome) => outcome === target.value) })
        }
        options={securityOutcomes.map((value) => ({ value, label: t(`securityLog.${value}`) }))}
      />
      <SelectField
        label={t('securityLog.event')}
        hideLabel
        placeholder={t('securityLog.anyEvent')}
        value={filters.event ?? ''}
        onChange={({ target }) => onChange({ event: securityEvents.find((event) => event === target.value) })}
        options={events}
      />
      <DayFilter {...props} bound="from" />
      <DayFilter {...props} bound="to" />
      {isMainDomain() ? null : <UserFilter {...props} />}
    </search>
  );
};
