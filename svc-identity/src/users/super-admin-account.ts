import { readFileSync } from 'node:fs';
import { loadConfig } from '@obieg/service-kit';
import * as z from 'zod';

/** Stands for the standard input in `SUPER_ADMIN_PASSWORD_FILE`. */
const standardInput = '-';

const readPassword = (file: string, readStandardInput: () => string): string =>
  (file === standardInput ? readStandardInput() : readFileSync(file, 'utf8')).replace(/\r?\n$/, '');

/**
 * Reads the account that `create-super-admin` creates. The password comes from a file or the standard input, so that it
 * is on no command line and in no shell history. `npm start` passes it in a variable.
 */
export const readSuperAdminAccount = (
  environment: NodeJS.ProcessEnv,
  readStandardInput: () => string = () => readFileSync(0, 'utf8'),
) => {
  const file = environment['SUPER_ADMIN_PASSWORD_FILE'];
  const account = loadConfig(
    z.object({
      SUPER_ADMIN_EMAIL: z.email(),
      SUPER_ADMIN_USERNAME: z.string().min(2),
      SUPER_ADMIN_PASSWORD: z.string().min(6),
    }),
    file === undefined
      ? environment
      : { ...environment, SUPER_ADMIN_PASSWORD: readPassword(file, readStandardInput) },
  );
  return {
    email: account.SUPER_ADMIN_EMAIL,
    username: account.SUPER_ADMIN_USERNAME,
    password: account.SUPER_ADMIN_PASSWORD,
  };
};
