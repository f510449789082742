import { type ApiError, isApiError } from '@obieg/web-kit';

/** Another user has saved since the data was read. */
export const isPreconditionFailed = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 412;
