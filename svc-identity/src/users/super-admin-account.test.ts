import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSuperAdminAccount } from './super-admin-account';

const folder = mkdtempSync(join(tmpdir(), 'obieg-super-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = { SUPER_ADMIN_EMAIL: 'super@obieg.test', SUPER_ADMIN_USERNAME: 'super' };
const expected = { email: 'super@obieg.test', username: 'super', password: 'tajne haslo' };

describe('readSuperAdminAccount', () => {
  it('reads the password from a file without its line end', () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'tajne haslo\n');
    expect(readSuperAdminAccount({ ...names, SUPER_ADMIN_PASSWORD_FILE: file })).toEqual(expected);
  });

  it('reads the password from the standard input', () => {
    const environment = { ...names, SUPER_ADMIN_PASSWORD_FILE: '-' };
    expect(readSuperAdminAccount(environment, () => 'tajne haslo\n')).toEqual(expected);
  });

  it('reads the password from a variable', () => {
    expect(readSuperAdminAccount({ ...names, SUPER_ADMIN_PASSWORD: 'tajne haslo' })).toEqual(expected);
  });

  it('rejects a short password without showing it', () => {
    const environment = { ...names, SUPER_ADMIN_PASSWORD_FILE: '-' };
    expect(() => readSuperAdminAccount(environment, () => 'xyz\n')).toThrow(/SUPER_ADMIN_PASSWORD: /);
    expect(() => readSuperAdminAccount(environment, () => 'xyz\n')).not.toThrow('xyz');
  });
});
