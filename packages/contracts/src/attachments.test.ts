import { describe, expect, it } from 'vitest';
import { attachmentTypeOf } from './attachment-types';

describe('attachmentTypeOf', () => {
  it.each([
    ['zdjęcie.JPG', 'image/jpeg'],
    ['skan.v2.pdf', 'application/pdf'],
    ['page.html.png', 'image/png'],
    ['raport..pdf', 'application/pdf'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('maps %j to %s', (name, type) => {
    expect(attachmentTypeOf(name)).toBe(type);
  });

  it.each([
    'page.html',
    'logo.svg',
    'photo.png.exe',
    'png',
    '.png',
    '..png',
    '',
    'a.',
    'a.toString',
    'a.png ',
    'a.png.',
  ])('rejects %j', (name) => {
    expect(attachmentTypeOf(name)).toBeUndefined();
  });
});
