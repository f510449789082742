import { describe, expect, it } from 'vitest';
import { createLog } from './log';

const logLine = (fields: object): Record<string, unknown> => {
  const lines: string[] = [];
  createLog('test', 'info', { write: (line) => lines.push(line) }).info(fields, 'test');
  return JSON.parse(lines[0] ?? '{}');
};

describe('createLog', () => {
  it.each(['ECONNREFUSED', '23505', '57P01', 'UNAVAILABLE', '503', 400])(
    'logs the code %s of an error',
    (code) => {
      const error = Object.assign(new Error('failed'), { code });
      expect(logLine({ err: error })).toMatchObject({ err: { message: 'failed', code } });
      expect(logLine({ error })).toMatchObject({ error: { code } });
      expect(logLine({ mail: 1, code })).toMatchObject({ mail: 1, code });
    },
  );

  it.each(['493817', 493817, 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE'])(
    'masks the sign-in code %s',
    (code) => {
      expect(logLine({ code })).toMatchObject({ code: '[masked]' });
      expect(logLine({ body: { code } })).toMatchObject({ body: { code: '[masked]' } });
      expect(logLine({ err: Object.assign(new Error('failed'), { code }) })).toMatchObject({
        err: { code: '[masked]' },
      });
    },
  );

  it.each(['password', 'token', 'authorization'])('masks a %s field, also in a nested object', (name) => {
    const secret = 'EXAMPLE';
    expect(logLine({ [name]: secret })).toMatchObject({ [name]: '[masked]' });
    expect(logLine({ body: { [name]: secret, other: 'x' } })).toMatchObject({
      body: { [name]: '[masked]', other: 'x' },
    });
  });

  it('masks secrets of an error', () => {
    const error = Object.assign(new Error('failed'), { password: 'secret', token: 'secret' });
    expect(logLine({ err: error })).toMatchObject({ err: { password: '[masked]', token: '[masked]' } });
  });
});
