import { describe, expect, it } from 'vitest';
import { readDevArguments } from './dev-arguments';

const known = ['mf-admin', 'mf-auth', 'mf-tasks'];
const read = (line: string) => readDevArguments(line.split(' ').filter(Boolean), known);

describe('readDevArguments', () => {
  it('returns the named remotes', () => {
    expect(read('mf-tasks mf-admin mf-tasks').remotes).toEqual(['mf-admin', 'mf-tasks']);
  });

  it('returns no remote if only the shell is named', () => {
    expect(read('shell')).toEqual({ remotes: [], against: undefined, port: undefined });
  });

  it('returns the origin of the product and the port', () => {
    const { against, port } = read('mf-auth --against https://acme.obieg.example/tasks?x=1 --port 3100');
    expect(against).toBe('https://acme.obieg.example');
    expect(port).toBe(3100);
  });

  it.each([
    ['', 'Name what you work on.'],
    ['mf-missing', 'There is no remote "mf-missing".'],
    ['../mf-tasks', 'There is no remote "../mf-tasks".'],
    ['mf-tasks --port 0', '"0" is no port.'],
    ['mf-tasks --port 70000', '"70000" is no port.'],
    ['mf-tasks --against acme', '"acme" is no address.'],
    ['mf-tasks --against file:///etc/passwd', '"file:///etc/passwd" is no address.'],
    ['mf-tasks --watch', "Unknown option '--watch'"],
  ])('rejects "%s" with the reason and the usage', (line, reason) => {
    expect(() => read(line)).toThrow(reason);
    expect(() => read(line)).toThrow('Names: shell, mf-admin, mf-auth, mf-tasks');
  });
});
