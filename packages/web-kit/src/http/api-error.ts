import type { ErrorCode, FieldError } from '@obieg/contracts';
import { type AxiosResponse, isAxiosError } from 'axios';

/**
 * `NETWORK`: no answer came; `UNREADABLE`: one came that is no problem document, or lacks what it should carry;
 * `UNSUCCESSFUL`: one came with a status of success that says `success: false` and no code.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNSUCCESSFUL';

interface ApiErrorParts {
  code: ApiErrorCode;
  /** Undefined when no answer came. */
  status: number | undefined;
  /** The server's text for people; undefined when it sent none. */
  serverMessage: string | undefined;
  fieldErrors: readonly FieldError[];
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** What every failed call of {@link http} rejects with. Tell errors apart by `code`, never by text. */
export class ApiError extends Error implements ApiErrorParts {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

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
  }
}

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError';

/** No answer, or one from a proxy in front of a service that is away or too slow: it says nothing about what was asked. */
export const isAway = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === undefined || error.status >= 502);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;
const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string';

const readProblem = (body: unknown): Record<string, unknown> => {
  const text = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body;
  if (isRecord(text)) return text;
  try {
    const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

const plainTextMaxLength = 500;

/** A refusal whose whole body is a text for people (spec 2 §8); pages of proxies in between are none. */
const readPlainText = (status: number | undefined, body: unknown): string | undefined => {
  const text = textOf(body)?.trim();
  const isForPeople = text !== undefined && text.length <= plainTextMaxLength && !/^[<{[]/.test(text);
  return isForPeople && status !== undefined && status < 500 ? text : undefined;
};

/** An answer that is a failure, in the parts of the problem document that it carries. */
export const readFailure = (
  response: AxiosResponse<unknown> | undefined,
  otherwise: ApiErrorCode,
  options?: ErrorOptions,
): ApiError => {
  const body = readProblem(response?.data);
  const retryAfter = Number(response?.headers['retry-after']);
  return new ApiError(
    {
      code: (textOf(body['code']) as ErrorCode | undefined) ?? otherwise,
      status: response?.status,
      serverMessage:
        textOf(body['message']) ?? textOf(body['detail']) ?? readPlainText(response?.status, response?.data),
      fieldErrors: Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [],
      requestId: textOf(body['requestId']) ?? textOf(response?.headers['x-request-id']),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    },
    options,
  );
};

/** Turns what axios rejects with into an {@link ApiError}; an aborted call stays what it is. */
export const toApiError = (error: unknown): unknown => {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return error;
  return readFailure(error.response, error.response ? 'UNREADABLE' : 'NETWORK', { cause: error });
};
