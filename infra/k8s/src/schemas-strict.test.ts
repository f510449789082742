import { readFileSync } from 'node:fs';
import { isRecord } from '@obieg/contracts/is-record';
import { describe, expect, it } from 'vitest';
import type { Manifest } from './manifest';
import { overlayFolder, overlayNames } from './overlays';
import { applyOperations } from './patch';
import { renderOverlay } from './render';
import { findSchemaProblems } from './schemas';

const kinds = Object.keys(
  JSON.parse(readFileSync(new URL('schemas/kinds.json', import.meta.url), 'utf8')) as object,
);
const kindOf = ({ apiVersion, kind }: Manifest): string => `${apiVersion}/${kind}`;
const rendered = overlayNames.flatMap((name) => renderOverlay(overlayFolder(name)));

interface Place {
  manifest: Manifest;
  /** JSON pointer. */
  path: string;
  isRecord: boolean;
}

const toToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Lists the objects and the scalars of a manifest, without its identity. */
const listPlaces = (manifest: Manifest, value: unknown = manifest, path = ''): Place[] => {
  if (['/apiVersion', '/kind', '/metadata/name'].includes(path)) return [];
  if (!isRecord(value) && !Array.isArray(value)) return [{ manifest, path, isRecord: false }];
  const children = Object.entries(value).flatMap(([key, child]) =>
    listPlaces(manifest, child, `${path}/${toToken(key)}`),
  );
  return isRecord(value) ? [{ manifest, path, isRecord: true }, ...children] : children;
};

/** One place of each kind and path; the items of a list count as one. */
const placesOf = (kind: string): Place[] => {
  const places = new Map<string, Place>();
  for (const manifest of rendered.filter((candidate) => kindOf(candidate) === kind))
    for (const place of listPlaces(manifest)) places.set(place.path.replace(/\/\d+(?=\/|$)/g, '/*'), place);
  return [...places.values()];
};

/** No scalar has this value, and no map permits it. */
const misplaced = { misplaced: [true] };

describe.each(kinds)('the schema of %s', (kind) => {
  const places = placesOf(kind);

  it('belongs to an object of an overlay', () => {
    expect(places.length).toBeGreaterThan(0);
  });

  it('refuses an unknown field in every object', () => {
    const accepting = places
      .filter((place) => place.isRecord)
      .filter(({ manifest, path }) => {
        const operation = { op: 'add', path: `${path}/unknownField`, value: misplaced } as const;
        return findSchemaProblems(applyOperations(manifest, [operation])).length === 0;
      });
    expect(accepting.map(({ path }) => path)).toEqual([]);
  });

  it('refuses an object in place of every text, number and flag', () => {
    const accepting = places
      .filter((place) => !place.isRecord)
      .filter(({ manifest, path }) => {
        const operation = { op: 'replace', path, value: misplaced } as const;
        return findSchemaProblems(applyOperations(manifest, [operation])).length === 0;
      });
    expect(accepting.map(({ path }) => path)).toEqual([]);
  });
});
