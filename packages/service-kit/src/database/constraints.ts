/** What PostgreSQL says of a violated constraint. */
interface DriverError {
  code?: string;
  constraint?: string;
}

/**
 * Turns a violated constraint into the error that its name stands for; anything else is thrown on unchanged.
 * Use it in repos: `await insert().catch(translateConstraint({ statuses_name_key: () => problem.conflict(…) }))`.
 */
export const translateConstraint =
  (byName: Record<string, () => Error>) =>
  (error: unknown): never => {
    const { constraint } = error as DriverError;
    const translate = constraint === undefined ? undefined : byName[constraint];
    throw translate ? translate() : error;
  };
