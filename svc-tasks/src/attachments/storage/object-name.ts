import { randomBytes } from 'node:crypto';

/** Random name that reveals nothing about the file. 256 subfolders per organization keep folders small. */
export const createObjectName = (organizationId: number): string => {
  const random = randomBytes(16).toString('hex');
  return `${organizationId}/${random.slice(0, 2)}/${random}`;
};
