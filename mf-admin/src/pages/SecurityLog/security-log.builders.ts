import type { SecurityLogEntry } from '@obieg/contracts';

export const anna = { id: 2, username: 'anna', email: 'anna@acme.test', isReadable: true };
export const olgaSubject = {
  type: 'user',
  id: '7',
  name: 'olga',
  email: 'olga@acme.test',
  isReadable: true,
} as const;

let lastId = 0;
export const buildEntry = (overrides: Partial<SecurityLogEntry>): SecurityLogEntry => {
  lastId += 1;
  return {
    id: lastId,
    happenedAt: '2026-03-02T10:00:00.000Z',
    event: 'sign-in',
    outcome: 'done',
    actor: anna,
    subject: null,
    groupName: null,
    ip: '198.51.100.7',
    details: {},
    ...overrides,
  };
};
