import { afterEach, describe, expect, it, vi } from 'vitest';
import { savePicture } from './export-picture';

const sheet = `
  :root, [data-color-scheme="light"] { --ob-raised: #ffffff; --ob-text: #141a29; }
  :root[data-mantine-color-scheme="dark"] { --ob-raised: #181d29; --ob-text: #e7eaf2; }
`;

const buildPicture = (): SVGSVGElement => {
  const frame = document.createElement('div');
  frame.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" class="x" aria-hidden="true" width="10" height="10">
    <rect fill="var(--ob-raised)"/><text font-size="12" font-weight="500" fill="var(--ob-text)">Nowe</text></svg>`;
  document.body.append(frame);
  return frame.querySelector('svg') as SVGSVGElement;
};

afterEach(() => {
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  document.body.replaceChildren();
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

describe('savePicture', () => {
  it.each(['light', 'dark'])('saves a light SVG file in the %s scheme', async (scheme) => {
    const style = document.createElement('style');
    style.textContent = sheet;
    document.head.append(style);
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    const createUrl = vi.spyOn(URL, 'createObjectURL');
    await savePicture(buildPicture(), 'svg', 'Obieg', () => 25);
    const [[file]] = createUrl.mock.calls as [[Blob]];
    const text = await file.text();
    expect(text).toContain('fill="#ffffff"');
    expect(text).toContain('fill="#141a29"');
    expect(text).toContain('textLength="25.0"');
    expect(text).not.toMatch(/var\(|class=|aria-hidden/);
    expect(document.querySelector('[data-color-scheme]')).toBeNull();
  });
});
