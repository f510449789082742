import classes from './data.module.css';
import { EmailAddress, useAddressFormat } from './EmailAddress';

/** `Anna Nowak` and `anna.nowak@acme.test` return AN, `olga` returns OL. */
const getInitials = (name: string): string => {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/u).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
};

/** Decorative circle with initials, hidden from screen readers. */
export const Avatar = ({ name, size = 24 }: { name: string; size?: 24 | 32 | 40 }) => (
  <span className={classes['avatar']} data-size={size} aria-hidden="true">
    {getInitials(name)}
  </span>
);

export interface PersonProps {
  name: string;
  email?: string | null | undefined;
}

/** Avatar with the name above the e-mail address. */
export const Person = ({ name, email }: PersonProps) => (
  <span className={classes['person']}>
    <Avatar name={name} size={32} />
    <span className={classes['personText']}>
      <span className={classes['personName']}>
        <EmailAddress address={name} />
      </span>
      {email && email !== name ? (
        <span className={classes['personEmail']}>
          <EmailAddress address={email} />
        </span>
      ) : null}
    </span>
  </span>
);

/** Avatar and name on one line, for table cells. */
export const PersonInline = ({ name }: { name: string }) => {
  const shownName = useAddressFormat()(name);
  return (
    <span className={classes['personInline']} title={shownName}>
      <Avatar name={name} />
      <span className={classes['cut']}>{shownName}</span>
    </span>
  );
};
