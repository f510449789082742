import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Person, PersonInline } from './Avatar';
import { EmailAddress } from './EmailAddress';

const ascii = 'jan@xn--w-uga1v8h.pl';

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
