import { describe, expect, it } from 'vitest';
import { checkFile, createPhotoName, renamePastedImage } from './choose-files';

const tenMegabytes = 10 * 1024 * 1024;

describe('checkFile', () => {
  it.each([
    ['skan.pdf', 1, undefined],
    ['skan.PDF', tenMegabytes, undefined],
    ['skan.pdf', tenMegabytes + 1, 'tooLarge'],
    ['skan.pdf', 0, 'empty'],
    ['strona.html', 1, 'wrongType'],
    ['logo.svg', 1, 'wrongType'],
    ['skan.pdf.exe', 1, 'wrongType'],
    ['skan', 1, 'wrongType'],
    ['zdjecie.HEIC', tenMegabytes + 1, undefined],
    ['zdjecie.heif', 0, 'empty'],
    ['zdjecie.heic.exe', 1, 'wrongType'],
  ])('checks %s with %s bytes: %s', (name, size, reason) => {
    expect(checkFile({ name, size, type: '' })).toBe(reason);
  });
});

describe('file names', () => {
  const now = new Date(2026, 10, 1, 9, 4, 5);

  it('names a photo by its time', () => {
    expect(createPhotoName(now)).toBe('2026-11-01_09-04-05.jpg');
  });

  it('names a pasted image by its time and keeps the names of other files', () => {
    expect(renamePastedImage(new File(['x'], 'image.png'), now).name).toBe('2026-11-01_09-04-05.png');
    expect(renamePastedImage(new File(['x'], 'plan.png'), now).name).toBe('plan.png');
  });
});
