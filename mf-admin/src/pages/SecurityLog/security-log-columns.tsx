import type { SecurityActor, SecurityLogEntry, SecuritySubject } from '@obieg/contracts';
import { Badge, type Column, DateTime, Person, Text, TextLink } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { describeEntry } from './describe-entry';
import classes from './security-log.module.css';

const none = '-';

const linked = (to: string | undefined, content: ReactNode): ReactNode =>
  to === undefined ? content : <TextLink to={to}>{content}</TextLink>;

const Unnamed = ({ children }: { children: ReactNode }) => (
  <Text as="span" muted>
    {children}
  </Text>
);

const describeActor = (actor: SecurityActor | null, ip: string | null, t: Translate): ReactNode => {
  // What comes from no address the product has done by itself, or its operator on the command line.
  if (actor === null)
    return <Unnamed>{t(ip === null ? 'securityLog.system' : 'securityLog.stranger')}</Unnamed>;
  if (actor.username === null) return <Unnamed>{t('securityLog.superAdmin')}</Unnamed>;
  return linked(actor.isReadable ? `/user/${actor.id}` : undefined, <Person name={actor.username} />);
};

const addressOf = ({ type, id }: SecuritySubject, userId: number | undefined): string =>
  type === 'group' ? `/groups/${id}` : `/user/${type === 'session' ? userId : id}`;

const nameOf = ({ type, id, name }: SecuritySubject, t: Translate): string => {
  if (type === 'session')
    return name === null ? t('securityLog.session') : t('securityLog.sessionOf', { name });
  return name ?? t(`securityLog.${type}`, { id });
};

/** Who signs in does it to nobody else. Whom somebody put into a group or gave a role is said, be it themselves. */
const isOnlyOneself = ({
  actor,
  subject,
  details,
}: Pick<SecurityLogEntry, 'actor' | 'subject' | 'details'>): boolean =>
  subject?.type === 'user' &&
  subject.id === String(actor?.id) &&
  details.groupId === undefined &&
  details.roles === undefined;

const describeSubject = ({ actor, subject, details }: SecurityLogEntry, t: Translate): ReactNode => {
  if (subject === null) return details.login ? <Unnamed>{details.login}</Unnamed> : none;
  if (isOnlyOneself({ actor, subject, details })) return none;
  const name = nameOf(subject, t);
  const to = subject.isReadable ? addressOf(subject, details.userId) : undefined;
  return linked(to, subject.type === 'user' && subject.name ? <Person name={name} /> : name);
};

const What = ({ entry, t }: { entry: SecurityLogEntry; t: Translate }) => {
  const { what, more } = describeEntry(entry, t);
  return (
    <div className={classes['what']}>
      <span className={classes['event']}>
        {what}
        {entry.outcome === 'refused' ? (
          <Badge tone="danger" icon="error">
            {t('securityLog.refused')}
          </Badge>
        ) : null}
      </span>
      {more ? (
        <Text as="span" size="small" muted>
          {more}
        </Text>
      ) : null}
    </div>
  );
};

/** What happened has the room that is left; an address is not broken, a name is where it must. */
export const securityLogColumns = (t: Translate): Column<SecurityLogEntry>[] => [
  {
    id: 'when',
    header: t('securityLog.columns.when'),
    width: '140px',
    cell: ({ happenedAt }) => <DateTime value={happenedAt} />,
  },
  {
    id: 'who',
    header: t('securityLog.columns.who'),
    width: 'clamp(145px, 12vw, 170px)',
    cell: ({ actor, ip }) => describeActor(actor, ip, t),
  },
  {
    id: 'what',
    header: t('securityLog.columns.what'),
    isMain: true,
    cell: (entry) => <What entry={entry} t={t} />,
  },
  {
    id: 'on',
    header: t('securityLog.columns.on'),
    width: 'clamp(140px, 14vw, 200px)',
    cell: (entry) => describeSubject(entry, t),
  },
  { id: 'from', header: t('securityLog.columns.from'), width: '152px', cell: ({ ip }) => ip ?? none },
];
