import type { SecurityActor, SecurityLogEntry, SecuritySubject } from '@obieg/contracts';
import { Badge, DateTime, Person, Text, TextLink } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { describeEntry } from './describe-entry';
import classes from './security-log.module.css';

const none = '-';

const linkTo = (path: string | undefined, content: ReactNode): ReactNode =>
  path === undefined ? content : <TextLink to={path}>{content}</TextLink>;

const MutedText = ({ children }: { children: ReactNode }) => (
  <Text as="span" muted>
    {children}
  </Text>
);

/** Integrations are not among the users. */
const getAccountPath = (
  { isIntegration }: Pick<SecurityActor, 'isIntegration'>,
  id: number | string | undefined,
): string => (isIntegration ? `/connections/integrations/${id}` : `/user/${id}`);

const renderActor = (actor: SecurityActor | null, ip: string | null, t: Translate): ReactNode => {
  // An entry without an IP address was caused by the system or by its operator on the command line.
  if (actor === null)
    return <MutedText>{t(ip === null ? 'securityLog.system' : 'securityLog.notSignedIn')}</MutedText>;
  if (actor.username === null) return <MutedText>{t('securityLog.superAdmin')}</MutedText>;
  return linkTo(
    actor.isReadable ? getAccountPath(actor, actor.id) : undefined,
    <Person name={actor.username} addressHint={actor.addressHint} />,
  );
};

const getSubjectPath = (subject: SecuritySubject, userId: number | undefined): string => {
  const { type, id } = subject;
  if (type === 'group') return `/groups/${id}`;
  return getAccountPath(subject, type === 'session' ? userId : id);
};

const getSubjectName = ({ type, id, name }: SecuritySubject, t: Translate): string => {
  if (type === 'session')
    return name === null ? t('securityLog.session') : t('securityLog.sessionOf', { name });
  return name ?? t(`securityLog.${type}`, { id });
};

/**
 * Returns whether the subject only repeats the actor, as for a sign-in.
 * Group and role changes always name the subject, even if it is the actor.
 */
const isSubjectRedundant = ({
  actor,
  subject,
  details,
}: Pick<SecurityLogEntry, 'actor' | 'subject' | 'details'>): boolean =>
  subject?.type === 'user' &&
  subject.id === String(actor?.id) &&
  details.groupId === undefined &&
  details.roles === undefined;

const renderSubject = ({ actor, subject, details }: SecurityLogEntry, t: Translate): ReactNode => {
  if (subject === null) return details.login ? <MutedText>{details.login}</MutedText> : none;
  if (isSubjectRedundant({ actor, subject, details })) return none;
  const name = getSubjectName(subject, t);
  const path = subject.isReadable ? getSubjectPath(subject, details.userId) : undefined;
  return linkTo(
    path,
    subject.type === 'user' && subject.name ? <Person name={name} addressHint={subject.addressHint} /> : name,
  );
};

const EventCell = ({ entry, t }: { entry: SecurityLogEntry; t: Translate }) => {
  const { summary, details } = describeEntry(entry, t);
  return (
    <div className={classes['eventCell']}>
      <span className={classes['event']}>
        {summary}
        {entry.outcome === 'refused' ? (
          <Badge tone="danger" icon="error">
            {t('securityLog.refused')}
          </Badge>
        ) : null}
      </span>
      {details ? (
        <Text as="span" size="small" muted>
          {details}
        </Text>
      ) : null}
    </div>
  );
};

/** Columns of the log. The event column takes the remaining width; the IP column fits an address on one line. */
export const createSecurityLogColumns = (t: Translate): Column<SecurityLogEntry>[] => [
  {
    id: 'time',
    header: t('securityLog.columns.time'),
    width: '140px',
    cell: ({ happenedAt }) => <DateTime value={happenedAt} />,
  },
  {
    id: 'actor',
    header: t('securityLog.columns.actor'),
    width: 'clamp(145px, 12vw, 170px)',
    cell: ({ actor, ip }) => renderActor(actor, ip, t),
  },
  {
    id: 'event',
    header: t('securityLog.columns.event'),
    isMain: true,
    cell: (entry) => <EventCell entry={entry} t={t} />,
  },
  {
    id: 'subject',
    header: t('securityLog.columns.subject'),
    width: 'clamp(140px, 14vw, 200px)',
    cell: (entry) => renderSubject(entry, t),
  },
  {
    id: 'ipAddress',
    header: t('securityLog.columns.ipAddress'),
    width: '152px',
    cell: ({ ip }) => ip ?? none,
  },
];
