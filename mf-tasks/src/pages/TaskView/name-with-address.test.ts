import { describe, expect, it } from 'vitest';
import { nameWithAddress } from './name-with-address';

describe('nameWithAddress', () => {
  it.each([
    ['member', 'Olga Lis', 'olga@acme.test', 'olga@acme.test'],
    ['author', 'Olga Lis', 'olga@acme.test', null],
    ['member', 'Monitoring', 'integration-1@integrations.invalid', null],
  ] as const)('hints, as %s, for %s with %s at %s', (view, name, email, addressHint) => {
    expect(nameWithAddress({ view }, name, email)).toEqual({ name, addressHint });
  });

  it('names a visitor by the address', () => {
    expect(nameWithAddress({ view: 'member' }, null, 'jan@example.com')).toEqual({ name: 'jan@example.com' });
  });
});
