import { describe, expect, it, onTestFinished } from 'vitest';
import { watchStartup } from './startup-watch';
import { fakeFetch } from './test-support';

const inlineRegistry = (registry: object): void => {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'remote-registry';
  script.textContent = JSON.stringify(registry);
  document.head.append(script);
  onTestFinished(() => script.remove());
};
const throwIn = (path: string): void =>
  void dispatchEvent(new ErrorEvent('error', { filename: new URL(path, location.origin).href }));

const start = () => {
  inlineRegistry({ shell: 's1', remotes: [] });
  const { listReports } = fakeFetch();
  const watch = watchStartup();
  onTestFinished(watch.end);
  return { watch, listReports };
};

describe('watchStartup', () => {
  it('reports an exception of the shell once', () => {
    const { watch, listReports } = start();
    throwIn('/remotes/shell/s1/assets/main.js');
    throwIn('/remotes/shell/s1/assets/main.js');
    expect(() => watch.fail(new Error('a defect'))).toThrow('a defect');
    expect(listReports()).toEqual(['shell s1 render-failed']);
  });

  it('reports a start that rejects', () => {
    const { watch, listReports } = start();
    expect(() => watch.fail(new Error('a defect'))).toThrow('a defect');
    expect(listReports()).toEqual(['shell s1 render-failed']);
  });

  it.each(['chrome-extension://abc/content.js', '/remotes/mf-tasks/v1/entry.js'])(
    'ignores an exception in %s',
    (path) => {
      const { listReports } = start();
      throwIn(path);
      expect(listReports()).toEqual([]);
    },
  );

  it('ignores exceptions after the start', () => {
    const { watch, listReports } = start();
    watch.end();
    throwIn('/remotes/shell/s1/assets/main.js');
    expect(listReports()).toEqual([]);
  });
});
