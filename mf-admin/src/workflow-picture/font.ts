export const readFontFamily = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--ob-font').trim() || 'sans-serif';

/** Loads the font, so that texts can be measured. Continues with a fallback if the font does not load. */
export const loadFont = async (): Promise<void> => {
  const family = readFontFamily();
  await Promise.allSettled(
    ['500 12px', '600 13px', '500 11px'].map((font) => document.fonts?.load(`${font} ${family}`, 'Zażółć')),
  );
};
