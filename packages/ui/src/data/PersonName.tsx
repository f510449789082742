import { Fragment } from 'react';
import classes from './data.module.css';
import { EmailAddress, useAddressFormat } from './EmailAddress';

export interface NamedPerson {
  name: string;
  /** Address of a person whose display name another member has, too. The server sends it only to members. */
  addressHint?: string | null | undefined;
}

/** Returns the hint unless the name itself is the address. */
export const readAddressHint = ({ name, addressHint }: NamedPerson): string | undefined =>
  addressHint && addressHint !== name ? addressHint : undefined;

/** Returns a function that names a person in a plain text: `anna.nowak (anna@acme.test)`, or only the name. */
export const usePersonFormat = (): ((person: NamedPerson) => string) => {
  const showAddress = useAddressFormat();
  return (person) => {
    const hint = readAddressHint(person);
    return hint ? `${showAddress(person.name)} (${showAddress(hint)})` : showAddress(person.name);
  };
};

/** The muted address that follows a name in a text; nothing if no other member has the display name. */
export const AddressHint = (person: NamedPerson) => {
  const hint = readAddressHint(person);
  return hint ? (
    <>
      {' '}
      <span className={classes['addressHint']}>
        <EmailAddress address={hint} />
      </span>
    </>
  ) : null;
};

/** Name of a person in a text, with the hint beside it. */
export const PersonName = (person: NamedPerson) => (
  <>
    <EmailAddress address={person.name} />
    <AddressHint {...person} />
  </>
);

/** Names of several people, separated by commas. */
export const PersonNames = ({ people }: { people: readonly NamedPerson[] }) =>
  people.map((person, index) => (
    <Fragment key={`${person.name} ${person.addressHint ?? ''}`}>
      {index > 0 ? ', ' : null}
      <PersonName {...person} />
    </Fragment>
  ));
