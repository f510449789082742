import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, signInAs, signOutForTest } from '../testing';
import { http } from './http';
import { resetPageData } from './page-data';

const writeBlock = (text: string): void => {
  document.body.innerHTML = '<script type="application/json" id="page-data"></script>';
  (document.getElementById('page-data') as HTMLElement).textContent = text;
  resetPageData();
};

const writePage = (data: unknown): void => writeBlock(JSON.stringify(data));

afterEach(() => {
  signOutForTest();
  document.body.innerHTML = '';
  resetPageData();
});

describe('http.get with data in the page', () => {
  it('returns the response of the page once, then calls the server', async () => {
    const api = fakeApi({ 'GET /api/tasks/7': () => ({ body: { from: 'server' } }) });
    writePage({ '/api/tasks/7?include=comments%2CstatusHistory': { body: { from: 'page' } } });
    const read = () => http.get('/tasks/7', { params: { include: 'comments,statusHistory' } });
    expect(await read()).toMatchObject({ data: { from: 'page' }, status: 200 });
    expect(api.requests).toEqual([]);
    expect(await read()).toMatchObject({ data: { from: 'server' } });
  });

  it.each([
    ['another address', { '/api/tasks/8': { body: {} } }],
    ['another query', { '/api/tasks/7?include=comments': { body: {} } }],
    ['an entry without a body', { '/api/tasks/7': {} }],
  ])('calls the server for %s', async (_name, data) => {
    const api = fakeApi({ 'GET /api/tasks/7': () => ({ body: { from: 'server' } }) });
    writePage(data);
    expect(await http.get('/tasks/7')).toMatchObject({ data: { from: 'server' } });
    expect(api.requests).toHaveLength(1);
  });

  it('calls the server if the block is not JSON', async () => {
    fakeApi({ 'GET /api/x': () => ({ body: { from: 'server' } }) });
    writeBlock('{');
    expect(await http.get('/x')).toMatchObject({ data: { from: 'server' } });
  });

  it('calls the server for a signed-in user, who may see more than a visitor', async () => {
    fakeApi({ 'GET /api/x': () => ({ body: { from: 'server' } }) });
    writePage({ '/api/x': { body: { from: 'page' } } });
    signInAs();
    expect(await http.get('/x')).toMatchObject({ data: { from: 'server' } });
  });

  it('calls the server after going back, because the document may be old', async () => {
    fakeApi({ 'GET /api/x': () => ({ body: { from: 'server' } }) });
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { type: 'back_forward' } as unknown as PerformanceEntry,
    ]);
    writePage({ '/api/x': { body: { from: 'page' } } });
    expect(await http.get('/x')).toMatchObject({ data: { from: 'server' } });
  });
});
