import { describe, expect, it } from 'vitest';
import { restoreCommandOf } from './restore-command';

describe('restoreCommandOf', () => {
  it.each([
    ['/backups/one', undefined, 'npm run restore -- /backups/one'],
    [
      'https://s3.example.com/backups/one',
      '/etc/obieg/backup.passphrase',
      'npm run restore -- https://s3.example.com/backups/one --passphrase-file /etc/obieg/backup.passphrase',
    ],
    ["/my backups/it's", 'a b', "npm run restore -- '/my backups/it'\\''s' --passphrase-file 'a b'"],
  ])('of %s with the passphrase file %s is complete', (backup, passphraseFile, command) => {
    expect(restoreCommandOf(backup, passphraseFile)).toBe(command);
  });
});
