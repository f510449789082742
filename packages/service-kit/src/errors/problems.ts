import type {
  ErrorCode,
  FieldError,
  Language,
  LastChange,
  Problem,
  ScimType,
  UnavailablePart,
} from '@obieg/contracts';
import type { Logger } from 'pino';
import { translateStandard } from './standard-messages';

/**
 * An error response (4xx or 5xx). Check for it with `isProblem`, not `instanceof`.
 */
export class ProblemError extends Error {
  readonly isProblem = true;
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Present origin of an organization that has moved. */
  readonly address: string | undefined;
  readonly lastChange: LastChange | undefined;
  /** The service that is away. */
  readonly part: UnavailablePart | undefined;
  /** Kind of the error for SCIM clients. */
  readonly scimType: ScimType | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    detail: string,
    more: {
      errors?: FieldError[];
      retryAfterSeconds?: number;
      address?: string;
      lastChange?: LastChange | undefined;
      part?: UnavailablePart;
      scimType?: ScimType;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'ProblemError';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.address = more.address;
    this.lastChange = more.lastChange;
    this.part = more.part;
    this.scimType = more.scimType;
  }
}

export const isProblem = (error: unknown): error is ProblemError =>
  typeof error === 'object' && error !== null && (error as { isProblem?: unknown }).isProblem === true;

/** Suggested wait after a 503. */
const retryAfterSeconds = 2;

const partTexts: Readonly<Record<UnavailablePart, string>> = {
  identity: 'Sign-in and accounts are unavailable at the moment. Please try again shortly.',
  workflow: 'The workflow configuration is unavailable at the moment. Please try again shortly.',
  tasks: 'Tasks are unavailable at the moment. Please try again shortly.',
};

/**
 * Factories for the errors of a service. `standard-messages.ts` has the Polish texts. The `cause` of a temporary
 * error goes only to the log.
 */
export const problem = {
  badRequest: (code: ErrorCode, detail: string, errors?: FieldError[]) =>
    new ProblemError(400, code, detail, errors ? { errors } : {}),
  unauthorized: (detail = 'Sign in to continue.') => new ProblemError(401, 'UNAUTHORIZED', detail),
  forbidden: (detail = 'You do not have permission for this action.', code: ErrorCode = 'FORBIDDEN') =>
    new ProblemError(403, code, detail),
  notFound: (detail = 'Not found.', code: ErrorCode = 'NOT_FOUND') => new ProblemError(404, code, detail),
  /** @param canFollow whether the client can follow a redirect to `address` */
  moved: (detail: string, address: string, canFollow: boolean) =>
    new ProblemError(canFollow ? 308 : 410, 'ORGANIZATION_MOVED', detail, { address }),
  conflict: (code: ErrorCode, detail: string, errors?: FieldError[]) =>
    new ProblemError(409, code, detail, errors ? { errors } : {}),
  preconditionFailed: (detail = 'Another user saved changes in the meantime.', lastChange?: LastChange) =>
    new ProblemError(412, 'PRECONDITION_FAILED', detail, { lastChange }),
  tooLarge: (detail = 'The request is too large.') => new ProblemError(413, 'PAYLOAD_TOO_LARGE', detail),
  unsupportedMedia: (detail = 'This content type is not accepted.') =>
    new ProblemError(415, 'UNSUPPORTED_MEDIA_TYPE', detail),
  validation: (errors: FieldError[], detail = errors[0]?.message ?? 'The input is not valid.') =>
    new ProblemError(422, 'VALIDATION_FAILED', detail, { errors }),
  tooMany: (retryAfterSeconds: number) =>
    new ProblemError(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment.', {
      retryAfterSeconds,
    }),
  unavailable: (detail = 'The service is temporarily unavailable. Please try again.', cause?: unknown) =>
    new ProblemError(503, 'UNAVAILABLE', detail, { retryAfterSeconds, cause }),
  partUnavailable: (part: UnavailablePart, cause?: unknown) =>
    new ProblemError(503, 'UNAVAILABLE', partTexts[part], { retryAfterSeconds, part, cause }),
  badGateway: (cause?: unknown) =>
    new ProblemError(502, 'BAD_GATEWAY', 'The service closed the connection. Please try again.', {
      retryAfterSeconds,
      cause,
    }),
  gatewayTimeout: (cause?: unknown) =>
    new ProblemError(504, 'GATEWAY_TIMEOUT', 'The service took too long. Please try again.', {
      retryAfterSeconds,
      cause,
    }),
  methodNotAllowed: () => new ProblemError(405, 'METHOD_NOT_ALLOWED', 'This method is not allowed here.'),
  internal: () => new ProblemError(500, 'INTERNAL_ERROR', 'An internal error occurred.'),
};

/** Logs the cause of a temporary error (502 to 504), which the response does not contain. */
export const logTemporaryProblem = (log: Pick<Logger, 'warn'>, error: ProblemError): void => {
  if (error.status > 500) log.warn({ err: error.cause ?? error }, 'temporarily unavailable');
};

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Permission missing',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  308: 'Moved',
  410: 'Moved',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
  431: 'Headers too large',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
};

/** Builds the body of an error response (RFC 9457) in the caller's language. */
export const describeProblem = (error: ProblemError, requestId: string, language: Language): Problem => {
  const message = translateStandard(error.message, language);
  return {
    type: 'about:blank',
    title: titles[error.status] ?? 'Error',
    status: error.status,
    detail: message,
    code: error.code,
    requestId,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.address ? { address: error.address } : {}),
    ...(error.lastChange ? { lastChange: error.lastChange } : {}),
    ...(error.part ? { part: error.part } : {}),
    success: false,
    message,
  };
};
