// `npm run fonts -w @obieg/ui`: writes the font files of the first pages, with the letters that src/styles/fonts.css names.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The design uses no other weights. */
const variationAxes = { wght: { min: 400, max: 600 } };
const sources = { 'inter-polish': 'latin-ext', 'inter-english': 'latin' };

const rangePattern = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g;

const lettersOf = (css, name) => {
  const face = css.split('@font-face').find((text) => text.includes(`${name}.woff2`)) ?? '';
  return [...face.matchAll(rangePattern)]
    .flatMap(([, from, to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
};

const css = await readFile(at('src/styles/fonts.css'), 'utf8');
await mkdir(at('src/fonts'), { recursive: true });
for (const [name, source] of Object.entries(sources)) {
  const file = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/inter/files/inter-${source}-wght-normal.woff2`),
  );
  const font = await subsetFont(await readFile(file), lettersOf(css, name), {
    targetFormat: 'woff2',
    variationAxes,
  });
  await writeFile(at(`src/fonts/${name}.woff2`), font);
}
