import type { ScimType } from '@obieg/contracts';
import { ProblemError } from '@obieg/service-kit';

/** An error of a SCIM request, in English as the protocol's other texts. */
const badRequest = (scimType: ScimType, detail: string): ProblemError =>
  new ProblemError(400, 'BAD_REQUEST', detail, { scimType });

const shownMaxLength = 60;
const quote = (text: string): string => `"${text.slice(0, shownMaxLength)}"`;

export const scimProblem = {
  invalidFilter: (detail: string) => badRequest('invalidFilter', detail),
  invalidPath: (path: string) => badRequest('invalidPath', `The path ${quote(path)} is not supported.`),
  invalidSyntax: (detail: string) => badRequest('invalidSyntax', detail),
  invalidValue: (attribute: string) =>
    badRequest('invalidValue', `The value of ${quote(attribute)} is not valid.`),
  mutability: (attribute: string) => badRequest('mutability', `${quote(attribute)} cannot be changed here.`),
  noTarget: (path: string) => badRequest('noTarget', `Nothing matches the path ${quote(path)}.`),
  tooMany: (detail: string) => badRequest('tooMany', detail),
  uniqueness: (attribute: string) =>
    new ProblemError(409, 'CONFLICT', `Another resource of the organization has this ${attribute}.`, {
      scimType: 'uniqueness',
    }),
  tooLarge: (detail: string) => new ProblemError(413, 'PAYLOAD_TOO_LARGE', detail, { scimType: 'tooMany' }),
};
