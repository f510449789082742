import { isProblem, type ProblemError, problem } from '@obieg/service-kit';

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const connectionLostCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** The instance accepts connections but does not respond. */
export class InstanceHangs extends Error {
  readonly code = 'INSTANCE_HANGS';
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether no connection to the instance could be opened. */
export const isUnreachable = (error: Error): boolean => unreachableCodes.has(codeOf(error));

/** Whether an open connection to the instance broke. */
export const isConnectionLost = (error: Error): boolean => connectionLostCodes.has(codeOf(error));

/** Whether the instance hung before its response began. */
export const isHanging = (error: Error): boolean => error instanceof InstanceHangs;

/** Returns the problem that the client gets: 502, 503 or 504, or the one that the error already is. */
export const toProblem = (error: Error): ProblemError => {
  if (isProblem(error)) return error;
  if (isUnreachable(error) || isHanging(error)) return problem.unavailable(undefined, error);
  if (codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT') return problem.gatewayTimeout(error);
  return problem.badGateway(error);
};
