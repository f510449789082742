import { type Language, type ScimError, scimErrorSchemaUri, scimMediaType, scimPath } from '@obieg/contracts';
import { describeProblem, type ProblemError } from './problems';
import { translateStandard } from './standard-messages';

interface ErrorReader {
  /** Path of the request. */
  path: string;
  requestId: string;
  language: Language;
}

interface ErrorResponse {
  status: number;
  type: string;
  /** JSON */
  body: string;
}

const describeScimError = (error: ProblemError, { language }: ErrorReader) => {
  const { message, errors, code } = error;
  // SCIM has no 422.
  const isInvalid = error.status === 422;
  const status = isInvalid ? 400 : error.status;
  const scimType =
    error.scimType ?? (isInvalid ? 'invalidValue' : code === 'MALFORMED_JSON' ? 'invalidSyntax' : undefined);
  const text = translateStandard(message, language);
  const field = errors?.[0]?.field;
  const body: ScimError = {
    schemas: [scimErrorSchemaUri],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: field ? `${field}: ${text}` : text,
  };
  return { status, body };
};

/** Builds an error response in the form of its path: that of SCIM (RFC 7644 §3.12) below `/scim`, or RFC 9457. */
export const renderProblem = (error: ProblemError, reader: ErrorReader): ErrorResponse => {
  if (reader.path.startsWith(`${scimPath}/`)) {
    const { status, body } = describeScimError(error, reader);
    return { status, type: scimMediaType, body: JSON.stringify(body) };
  }
  return {
    status: error.status,
    type: 'application/problem+json',
    body: JSON.stringify(describeProblem(error, reader.requestId, reader.language)),
  };
};
