import { randomBytes } from 'node:crypto';

/** A name that says nothing of what it holds; one folder per organization, split so that none grows huge. */
export const newObjectName = (organizationId: number): string => {
  const random = randomBytes(16).toString('hex');
  return `${organizationId}/${random.slice(0, 2)}/${random}`;
};
