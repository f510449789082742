import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The page as it is built, without the files of the shell. */
const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const [, script = ''] = /<script>([^<]*)<\/script>/.exec(page) ?? [];
const [, body = ''] = /<body>([\s\S]*?)<noscript>/.exec(page) ?? [];
const deadlineMs = 20_000;

const listeners: [string, EventListenerOrEventListenerObject, boolean | undefined][] = [];
const reload = vi.fn();

const findOffer = () => document.querySelector('[role="alert"]');
const loseFile = (element: HTMLElement): void => {
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
};
const createScript = (isOwn: boolean) =>
  Object.assign(document.createElement('script'), { defer: isOwn, type: 'x' });
const createStyles = () => Object.assign(document.createElement('link'), { rel: 'stylesheet' });
const start = () => {
  const root = document.getElementById('root');
  if (root) root.innerHTML = '<h1>Logowanie</h1>';
};

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = body;
  const add = vi.spyOn(globalThis, 'addEventListener');
  vi.stubGlobal('location', { ...location, reload });
  new Function(script)();
  for (const [name, listener, isCapturing] of add.mock.calls)
    listeners.push([name, listener as EventListener, isCapturing as boolean | undefined]);
  add.mockRestore();
});
afterEach(() => {
  for (const [name, listener, isCapturing] of listeners.splice(0))
    removeEventListener(name, listener, isCapturing);
  document.head.replaceChildren();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the start screen', () => {
  it('offers a reload if a script of the shell is lost', () => {
    loseFile(createScript(true));
    expect(document.querySelector('.ob-start')?.contains(findOffer())).toBe(true);
    expect(findOffer()?.textContent).toContain('The page could not be loaded completely.');
    expect(document.querySelector('[aria-hidden]')).toBeNull();
    const button = document.querySelector('button');
    if (button) fireEvent.click(button);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('offers a reload if the document ended within the first page', () => {
    const root = document.getElementById('root');
    if (root) root.innerHTML = '<div class="ob-first-page"><h1>Drukarka nie drukuje</h1></div>';
    vi.advanceTimersByTime(deadlineMs);
    expect(findOffer()?.textContent).toContain('The page takes too long to load.');
    expect(document.querySelector('h1')).not.toBeNull();
  });

  it('offers a reload if the shell throws while it starts', () => {
    dispatchEvent(new Event('unhandledrejection'));
    expect(findOffer()).not.toBeNull();
  });

  it('offers a reload if a file hangs', () => {
    vi.advanceTimersByTime(deadlineMs - 1);
    expect(findOffer()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(findOffer()?.textContent).toContain('The page takes too long to load.');
  });

  it('offers a reload if the page itself ends early', () => {
    document.body.replaceChildren();
    vi.advanceTimersByTime(deadlineMs);
    expect(document.body.contains(findOffer())).toBe(true);
  });

  it('keeps the offer above a page that starts without its style sheet', () => {
    loseFile(createStyles());
    start();
    expect(findOffer()).not.toBeNull();
  });

  it('does not wait for a style sheet that hangs', () => {
    document.head.append(createStyles());
    vi.advanceTimersByTime(deadlineMs);
    start();
    expect(document.querySelector('link')).toBeNull();
    expect(findOffer()).not.toBeNull();
  });

  it('ends with the first page, and offers nothing afterwards', () => {
    start();
    dispatchEvent(new Event('unhandledrejection'));
    vi.advanceTimersByTime(deadlineMs);
    expect(findOffer()).toBeNull();
  });

  it('ignores a lost script of a remote, which the shell loads again', () => {
    loseFile(createScript(false));
    expect(findOffer()).toBeNull();
  });
});
