import { limits, nextCursorHeader } from '@obieg/contracts';
import type { AxiosResponse } from 'axios';
import { ApiError, isRecord, readFailure } from './api-error';
import { http } from './http';

const unreadable = ({ status }: AxiosResponse): ApiError =>
  new ApiError({
    code: 'UNREADABLE',
    status,
    serverMessage: undefined,
    fieldErrors: [],
    requestId: undefined,
    retryAfterSeconds: undefined,
  });

/**
 * The body of an answer that carries what it should (spec 3 §3: answers carry success and message).
 *
 * @throws ApiError for `success: false`, with the server's message, and for a body without one of the parts.
 */
export const readAnswer = <Body extends object>(
  response: AxiosResponse<Body>,
  ...parts: (keyof Body & string)[]
): Body => {
  const body: unknown = response.data;
  if (!isRecord(body)) throw unreadable(response);
  if (body['success'] === false) throw readFailure(response, 'UNSUCCESSFUL');
  if (parts.some((part) => body[part] === undefined || body[part] === null)) throw unreadable(response);
  return response.data;
};

/** As {@link readAnswer}, for a body with a list under that name. */
export const readList = <Body extends object>(
  response: AxiosResponse<Body>,
  part: keyof Body & string,
): Body => {
  const body = readAnswer(response);
  if (!Array.isArray(body[part])) throw unreadable(response);
  return body;
};

/** As {@link readAnswer}, for a body that is a list itself. */
export const readItems = <Item>(response: AxiosResponse<Item[]>): Item[] => {
  if (Array.isArray(response.data)) return response.data;
  readAnswer(response);
  throw unreadable(response);
};

/** Fetches all pages of a list that answers its next cursor in `X-Next-Cursor`. */
export const fetchAllItems = async <Item>(path: string): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const response = await http.get<Item[]>(path, { params: { limit: limits.pageSizeMax, cursor } });
    items.push(...readItems(response));
    const next: unknown = response.headers[nextCursorHeader];
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
  } while (cursor !== undefined);
  return items;
};
