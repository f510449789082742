import type { ErrorCode, FieldError, LastChange, UnavailablePart } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import type { TransportResponse } from './transport';

/**
 * - `NETWORK`: no response.
 * - `UNREADABLE`: the response is no problem document, or a required part is missing.
 * - `UNSUCCESSFUL`: the status is 2xx, but the body has `success: false` and no code.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNSUCCESSFUL';

interface ApiErrorParts {
  code: ApiErrorCode;
  /** Undefined if there was no response. */
  status: number | undefined;
  /** The server's text for the user, if it sent one. */
  serverMessage: string | undefined;
  fieldErrors: readonly FieldError[];
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
  /** Of a 412: the change of another user. */
  lastChange?: LastChange | undefined;
  /** Of a 503 by the gateway: the service that is away. `serverMessage` names it in words. */
  part?: UnavailablePart | undefined;
}

/** Error of every failed call of {@link http}. Distinguish errors by `code`, never by text. */
export class ApiError extends Error implements ApiErrorParts {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly lastChange: LastChange | undefined;
  readonly part: UnavailablePart | undefined;

  constructor(parts: ApiErrorParts, options?: ErrorOptions) {
    super(
      parts.serverMessage ?? `${parts.code}${parts.status === undefined ? '' : ` (${parts.status})`}`,
      options,
    );
    this.code = parts.code;
    this.status = parts.status;
    this.serverMessage = parts.serverMessage;
    this.fieldErrors = parts.fieldErrors;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.lastChange = parts.lastChange;
    this.part = parts.part;
  }
}

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError';

/** Whether there was no response, or only one from a proxy whose upstream is unavailable or too slow. */
export const isUnavailable = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === undefined || error.status >= 502);

/** The gateway waited for its timeout. */
const gatewayTimeout = 504;

/** Whether the call took as long as the timeout of the gateway or of `http`. */
export const isTimedOut = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === gatewayTimeout || (isRecord(error.cause) && error.cause['name'] === 'TimeoutError'));

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;
const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

const plainTextMaxLength = 500;

/** Returns a response body that is plain text for the user (spec 2 §8). Error pages of proxies are not. */
const readPlainText = (status: number | undefined, body: unknown): string | undefined => {
  const text = nonEmptyText(body)?.trim();
  const isPlainText = text !== undefined && text.length <= plainTextMaxLength && !/^[<{[]/.test(text);
  return isPlainText && status !== undefined && status < 500 ? text : undefined;
};

type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** Creates an {@link ApiError} from a response that is a failure, or from no response. */
export const errorFromResponse = (
  response: (Pick<TransportResponse, 'status' | 'data'> & { headers: ResponseHeaders }) | undefined,
  fallbackCode: ApiErrorCode,
  options?: ErrorOptions,
): ApiError => {
  const body = isRecord(response?.data) ? response.data : {};
  const retryAfter = Number(response?.headers['retry-after']);
  return new ApiError(
    {
      code: (nonEmptyText(body['code']) as ErrorCode | undefined) ?? fallbackCode,
      status: response?.status,
      serverMessage:
        nonEmptyText(body['message']) ??
        nonEmptyText(body['detail']) ??
        readPlainText(response?.status, response?.data),
      fieldErrors: Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [],
      requestId: nonEmptyText(body['requestId']) ?? nonEmptyText(response?.headers['x-request-id']),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
      part: nonEmptyText(body['part']) as UnavailablePart | undefined,
      lastChange: isRecord(body['lastChange']) ? (body['lastChange'] as LastChange) : undefined,
    },
    options,
  );
};
