import { saveFile } from '@obieg/web-kit';
import type { MeasureText } from '../../workflow-picture/geometry/wrap-text';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Replaces design tokens, which a file does not know, by their values. */
const resolveTokens = (element: Element, tokens: CSSStyleDeclaration): void => {
  for (const attribute of [...element.attributes])
    if (attribute.value.includes('var(--ob-'))
      attribute.value = attribute.value.replace(/var\((--ob-[a-z-]+)\)/g, (_, token: string) =>
        tokens.getPropertyValue(token).trim(),
      );
};

/** Calls `use` with the design tokens of the light scheme: a file is drawn on white, also by a user of the dark one. */
const withLightTokens = (use: (tokens: CSSStyleDeclaration) => void): void => {
  const scope = document.createElement('div');
  scope.dataset['colorScheme'] = 'light';
  document.body.append(scope);
  use(getComputedStyle(scope));
  scope.remove();
};

/** Fixes the width of a text: other programs draw it with another font, which must not be wider. */
const fixWidth = (text: Element, measure: MeasureText): void => {
  const style = {
    sizePx: Number(text.getAttribute('font-size')),
    weight: Number(text.getAttribute('font-weight')),
  };
  text.setAttribute('textLength', measure(text.textContent ?? '', style).toFixed(1));
  text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
};

/** Returns the picture as a file that needs neither style sheet nor font. */
const toSvgText = (picture: SVGSVGElement, title: string, measure: MeasureText): string => {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  withLightTokens((tokens) => {
    for (const element of copy.querySelectorAll('*')) resolveTokens(element, tokens);
  });
  for (const text of copy.querySelectorAll('text')) fixWidth(text, measure);
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  const heading = document.createElementNS(svgNamespace, 'title');
  heading.textContent = title;
  copy.prepend(heading);
  return new XMLSerializer().serializeToString(copy);
};

/** Browsers refuse larger canvases. */
const sideMaxPx = 8_192;
/** Legible on high-resolution screens. */
const scaleMax = 2;

const loadImage = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture cannot be drawn.'));
    image.src = url;
  });

const toPng = async (svg: Blob, { width, height }: { width: number; height: number }): Promise<Blob> => {
  const scale = Math.min(scaleMax, sideMaxPx / Math.max(width, height));
  const url = URL.createObjectURL(svg);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(await loadImage(url), 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** Saves the picture as a file. @throws if the browser cannot draw it */
export const savePicture = async (
  picture: SVGSVGElement,
  format: 'svg' | 'png',
  name: string,
  measure: MeasureText,
): Promise<void> => {
  const svg = new Blob([toSvgText(picture, name, measure)], { type: 'image/svg+xml' });
  const size = {
    width: Number(picture.getAttribute('width')),
    height: Number(picture.getAttribute('height')),
  };
  saveFile(format === 'svg' ? svg : await toPng(svg, size), `${name}.${format}`);
};
