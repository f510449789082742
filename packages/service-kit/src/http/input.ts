import type { IncomingMessage } from 'node:http';
import { checkFields, hasUnstorableCharacters, type Language, limits } from '@obieg/contracts';
import type * as z from 'zod';
import { problem } from '../errors/problems';

const maxNesting = 32;

const readBytes = async (request: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw problem.tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The default iterator destroys the request when the loop ends, and the rest could not be discarded.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw problem.tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads and drops the rest of a body, so that the client receives the response: closing a socket with unread input
 * resets it. Stops after `limitBytes` or `deadlineMs`.
 */
export const discardBody = (
  request: IncomingMessage,
  { limitBytes = 16 * 1024 * 1024, deadlineMs = 3_000 } = {},
): Promise<void> =>
  new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    let size = 0;
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limitBytes) finish();
    };
    const timer = setTimeout(() => finish(), deadlineMs);
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', finish).off('close', finish);
      resolve();
    };
    request.on('data', count).on('end', finish).on('close', finish);
  });

/** Rejects deep nesting and text that PostgreSQL cannot store, also in keys. */
const checkValue = (value: unknown, depth = 0): void => {
  if (typeof value === 'string') {
    if (hasUnstorableCharacters(value))
      throw problem.badRequest('BAD_REQUEST', 'The request contains characters that cannot be stored.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxNesting) throw problem.badRequest('MALFORMED_JSON', 'The request is nested too deeply.');
  // `Object.entries` would make a text of each position.
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    checkValue(key);
    checkValue(item, depth + 1);
  }
};

/** Counts brackets before parsing, so that deep nesting is rejected without recursion. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inText) {
      if (character === '\\') index += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
};

/** Reads a JSON body of at most `limitBytes`. @param mediaType accepted besides JSON's own @returns undefined without a body */
export const readJsonBody = async (
  request: IncomingMessage,
  limitBytes: number = limits.bodyBytes,
  mediaType = 'application/json',
): Promise<unknown> => {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return undefined;
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw problem.unsupportedMedia('The body must not be compressed.');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && type !== mediaType)
    throw problem.unsupportedMedia('The body must be application/json.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem.badRequest('MALFORMED_JSON', 'The body is not UTF-8.');
  }
  if (isTooDeep(text)) throw problem.badRequest('MALFORMED_JSON', 'The request is nested too deeply.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem.badRequest('MALFORMED_JSON', 'The body is not valid JSON.');
  }
  checkValue(value);
  return value;
};

/** Parses query parameters. Rejects repeated ones, which proxies and services interpret differently. */
export const readQuery = (search: string): Record<string, string> => {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in values)
      throw problem.badRequest('BAD_REQUEST', `The parameter ${name.slice(0, 50)} is repeated.`);
    values[name] = value;
  }
  checkValue(values);
  return { ...values };
};

/** Validates a body. @throws 422 with the invalid fields, in the caller's language */
export const parseBody = (schema: z.ZodType, value: unknown, language: Language): unknown => {
  const { data, errors } = checkFields(schema, value ?? {}, language);
  if (errors) throw problem.validation(errors);
  return data;
};

const parseOrRefuse =
  (what: string) =>
  (schema: z.ZodType, value: unknown, language: Language): unknown => {
    const { data, errors } = checkFields(schema, value, language);
    if (!errors) return data;
    throw problem.badRequest('BAD_REQUEST', `The ${what} is not valid: ${errors[0]?.field ?? ''}`, errors);
  };

/** Validates a query or headers. @throws 400 */
export const parseQuery = parseOrRefuse('query');
export const parseHeaders = parseOrRefuse('header');

/** Validates path parameters. @throws 404, because an invalid id identifies nothing */
export const parseParams = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw problem.notFound();
};
