/** A version with a missing or wrong signature, a wrong digest or an invalid `remote.json`. */
export class VersionRefusedError extends Error {
  override readonly name = 'VersionRefusedError';
}

/** Another caller changed the pointer at the same time. */
export class ReleaseConflictError extends Error {
  override readonly name = 'ReleaseConflictError';
}

export type ReleaseRefusal =
  | 'CONTRACT_VERSION'
  | 'EMPTY_CANARY'
  | 'NO_CANARY'
  | 'NO_PREVIOUS_VERSION'
  | 'NOTHING_TO_PROMOTE'
  | 'ROUTE_TAKEN'
  | 'UNKNOWN_VERSION'
  | 'VERSION_RELEASED';

/** A release that the rules do not allow. */
export class ReleaseRefusedError extends Error {
  override readonly name = 'ReleaseRefusedError';
  constructor(
    readonly code: ReleaseRefusal,
    message: string,
  ) {
    super(message);
  }
}
