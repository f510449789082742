import { describe, expect, it } from 'vitest';
import { fakeApi } from '../testing';
import { ApiError } from './api-error';
import { http } from './http';
import { fetchAllItems, readBody, readItems, readList } from './read-body';

/** A body that may have any of the parts; the tests break the type at run time. */
type Anything = { tasks?: unknown; publicTaskId?: number } & unknown[];

const responseWith = (body: unknown) => {
  fakeApi({ 'GET /api/x': () => ({ body, headers: { 'x-request-id': 'request-9' } }) });
  return http.get<Anything>('/x');
};
const failureOf = async (call: () => unknown): Promise<unknown> => {
  try {
    return expect.unreachable(String(call()));
  } catch (error) {
    return error;
  }
};

describe('readBody, readList, readItems', () => {
  it('return a complete body', async () => {
    const body = { success: true, message: '', tasks: [] };
    expect(readBody(await responseWith(body), 'tasks')).toEqual(body);
    expect(readList(await responseWith(body), 'tasks')).toEqual(body);
    expect(readItems(await responseWith([1]))).toEqual([1]);
  });

  it('throw UNSUCCESSFUL with message and fields for success: false', async () => {
    const errors = [{ field: 'title', message: 'Za długi' }];
    const response = await responseWith({ success: false, message: 'Nie dziś.', errors, tasks: [] });
    const failure = { code: 'UNSUCCESSFUL', status: 200, serverMessage: 'Nie dziś.', requestId: 'request-9' };
    for (const read of [
      () => readBody(response),
      () => readList(response, 'tasks'),
      () => readItems(response),
    ]) {
      const error = await failureOf(read);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ ...failure, fieldErrors: errors });
    }
  });

  it('keep the code of the body, and have no message if it has none', async () => {
    const response = await responseWith({ success: false, code: 'CONFLICT', message: '' });
    expect(await failureOf(() => readBody(response))).toMatchObject({
      code: 'CONFLICT',
      serverMessage: undefined,
    });
  });

  it.each([
    '',
    '<html></html>',
    null,
    { success: true },
    { success: true, tasks: null },
    { success: true, tasks: 'all' },
  ])('throw UNREADABLE if the list is missing: %j', async (body) => {
    const response = await responseWith(body);
    expect(await failureOf(() => readList(response, 'tasks'))).toMatchObject({ code: 'UNREADABLE' });
    expect(await failureOf(() => readItems(response))).toMatchObject({ code: 'UNREADABLE' });
  });

  it('throw UNREADABLE if a part is missing', async () => {
    const response = await responseWith({ success: true });
    expect(await failureOf(() => readBody(response, 'publicTaskId'))).toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('fetchAllItems', () => {
  it('requests pages until X-Next-Cursor is missing', async () => {
    const pages: Record<string, { body: number[]; headers: Record<string, string> }> = {
      first: { body: [1, 2], headers: { 'x-next-cursor': 'second' } },
      second: { body: [3], headers: {} },
    };
    const api = fakeApi({
      'GET /api/x': ({ query }) => pages[query['cursor'] ?? 'first'] ?? { status: 404 },
    });
    expect(await fetchAllItems('/x')).toEqual([1, 2, 3]);
    expect(api.requests.map(({ query }) => query)).toEqual([
      { limit: '200' },
      { limit: '200', cursor: 'second' },
    ]);
  });

  it('throws ApiError if a page is not a list', async () => {
    fakeApi({ 'GET /api/x': () => ({ body: { success: false, message: 'Nie dziś.' } }) });
    await expect(fetchAllItems('/x')).rejects.toMatchObject({ code: 'UNSUCCESSFUL' });
  });
});
