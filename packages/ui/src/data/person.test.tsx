import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar, Person, PersonInline } from './Avatar';
import { EmailAddress } from './EmailAddress';
import { PersonName, PersonNames } from './PersonName';

const ascii = 'jan@xn--w-uga1v8h.pl';

describe('Avatar', () => {
  it.each([
    ['Anna Nowak', 'AN'],
    ['anna.nowak@acme.test', 'AN'],
    ['olga', 'OL'],
    ['IT / Helpdesk', 'HE'],
    ['IT / Druga linia', 'DL'],
  ])('has the initials of %s', (name, initials) => {
    const { container } = render(<Avatar name={name} />);
    expect(container.textContent).toBe(initials);
  });
});

describe('Person', () => {
  it('shows the international domain of an address as typed', async () => {
    render(<Person name="Jan" email={ascii} />);
    await screen.findByText('jan@żółw.pl');
  });

  it('shows the address of an invited person without a username once', async () => {
    render(<Person name={ascii} email={ascii} />);
    expect(await screen.findAllByText('jan@żółw.pl')).toHaveLength(1);
    expect(screen.queryByText(ascii)).toBeNull();
  });
});

describe('a person whose display name another member has, too', () => {
  const anna = { name: 'anna.nowak', addressHint: 'anna@acme.test' };

  it('has the address below the name and in the tooltip of a cell', () => {
    render(<PersonInline {...anna} />);
    const name = screen.getByText('anna.nowak');
    expect(name.closest('[title]')?.getAttribute('title')).toBe('anna.nowak (anna@acme.test)');
    expect(name.nextElementSibling?.textContent).toBe('anna@acme.test');
  });

  it('has the address beside the name in a text', () => {
    render(
      <p>
        <PersonName {...anna} />
      </p>,
    );
    expect(screen.getByRole('paragraph').textContent).toBe('anna.nowak anna@acme.test');
  });

  it.each([
    ['no other member has the name', null],
    ['the server is of an earlier release', undefined],
    ['the name is the address', 'anna.nowak'],
  ])('shows only the name if %s', (_, addressHint) => {
    render(
      <p>
        <PersonName {...anna} addressHint={addressHint} />
        <PersonInline {...anna} addressHint={addressHint} />
        <Person {...anna} addressHint={addressHint} />
      </p>,
    );
    expect(screen.getByRole('paragraph').textContent).toBe('anna.nowakANanna.nowakANanna.nowak');
    expect(screen.getByTitle('anna.nowak')).toBeDefined();
  });

  it('keeps them apart in a list of names', () => {
    render(
      <p>
        <PersonNames people={[anna, { name: 'Anna Nowak' }]} />
      </p>,
    );
    expect(screen.getByRole('paragraph').textContent).toBe('anna.nowak anna@acme.test, Anna Nowak');
  });
});

describe('PersonInline', () => {
  it('shows the address as typed, also in its tooltip', async () => {
    render(<PersonInline name={ascii} />);
    expect((await screen.findByText('jan@żółw.pl')).closest('[title]')?.getAttribute('title')).toBe(
      'jan@żółw.pl',
    );
  });
});

describe('EmailAddress', () => {
  it('does not decode a username that only looks like a domain', async () => {
    render(
      <>
        <EmailAddress address={ascii} />
        <EmailAddress address=" xn--w-uga1v8h.pl" />
      </>,
    );
    await screen.findByText(/jan@żółw\.pl/);
    screen.getByText(/ xn--w-uga1v8h\.pl/);
  });
});
