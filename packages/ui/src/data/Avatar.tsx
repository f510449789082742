import classes from './data.module.css';
import { EmailAddress, useAddressFormat } from './EmailAddress';
import { type NamedPerson, readAddressHint, usePersonFormat } from './PersonName';

/** `Anna Nowak` and `anna.nowak@acme.test` return AN, `olga` returns OL, the group `IT / Helpdesk` returns HE. */
const getInitials = (name: string): string => {
  const words = (name.split(' / ').at(-1)?.split('@')[0] ?? '').split(/[\s._-]+/u).filter(Boolean);
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

export interface PersonProps extends NamedPerson {
  /** Always shown. Without it, only the hint is. */
  email?: string | null | undefined;
}

/** Avatar with the name above the e-mail address. */
export const Person = ({ name, email, addressHint }: PersonProps) => {
  const address = email ?? addressHint;
  return (
    <span className={classes['person']}>
      <Avatar name={name} size={32} />
      <span className={classes['personText']}>
        <span className={classes['personName']}>
          <EmailAddress address={name} />
        </span>
        {address && address !== name ? (
          <span className={classes['personEmail']}>
            <EmailAddress address={address} />
          </span>
        ) : null}
      </span>
    </span>
  );
};

interface InlineProps {
  name: string;
  hint: string | null | undefined;
  title: string;
}

/**
 * A hint is below the name, because a column has no room beside it. It wraps, because two addresses can differ only at
 * the end.
 */
const Inline = ({ name, hint, title }: InlineProps) => (
  <span className={classes['personInline']} title={title}>
    <Avatar name={name} />
    <span className={classes['personLines']}>
      <span className={classes['cut']}>{name}</span>
      {hint ? <span className={classes['addressHint']}>{hint}</span> : null}
    </span>
  </span>
);

/** Avatar and name for table cells, with the hint below. */
export const PersonInline = (person: NamedPerson) => {
  const showAddress = useAddressFormat();
  const hint = readAddressHint(person);
  return (
    <Inline
      name={showAddress(person.name)}
      hint={hint && showAddress(hint)}
      title={usePersonFormat()(person)}
    />
  );
};

/** Avatar and name of a group for table cells, with the path below if the name alone does not tell which group it is. */
export const GroupInline = ({ name, path }: { name: string; path?: string | null | undefined }) => (
  <Inline name={name} hint={path === name ? null : path} title={path ?? name} />
);
