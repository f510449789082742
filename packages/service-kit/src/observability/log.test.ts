import { describe, expect, it } from 'vitest';
import { createLog } from './log';

const logLine = (fields: object): Record<string, unknown> => {
  const lines: string[] = [];
  createLog('test', 'info', { write: (line) => lines.push(line) }).info(fields, 'test');
  return JSON.parse(lines[0] ?? '{}');
};

describe('createLog', () => {
  it.each(['ECONNREFUSED', '23505', 'UNAVAILABLE'])('logs the code %s of an error', (code) => {
    const error = Object.assign(new Error('failed'), { code });
    expect(logLine({ err: error })).toMatchObject({ err: { message: 'failed', code } });
  });

  it.each(['code', 'password', 'token', 'authorization'])(
    'masks a %s field, also in a nested object',
    (name) => {
      const secret = '493817';
      expect(logLine({ [name]: secret })).toMatchObject({ [name]: '[masked]' });
      expect(logLine({ body: { [name]: secret, other: 'x' } })).toMatchObject({
        body: { [name]: '[masked]', other: 'x' },
      });
    },
  );

  it('masks secrets of an error', () => {
    const error = Object.assign(new Error('failed'), { password: 'secret', token: 'secret' });
    expect(logLine({ err: error })).toMatchObject({ err: { password: '[masked]', token: '[masked]' } });
  });
});
