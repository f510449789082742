/** A constraint violation as PostgreSQL reports it. */
interface DriverError {
  code?: string;
  constraint?: string;
}

/**
 * Maps a violated constraint to a problem and rethrows every other error. Use it in repositories: `await
 * insert().catch(translateConstraint({ statuses_name_key: () => problem.conflict(…) }))`.
 */
export const translateConstraint =
  (byName: Record<string, () => Error>) =>
  (error: unknown): never => {
    const { constraint } = error as DriverError;
    const translate = constraint === undefined ? undefined : byName[constraint];
    throw translate ? translate() : error;
  };
