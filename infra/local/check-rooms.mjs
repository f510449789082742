// Fails if folders directly below `src` of a workspace ("rooms") import each other in a circle, or against rooms.json,
// or if a page imports from another page.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from './list-sources.mjs';
import { root } from './prepare.mjs';

const [folder = root] = process.argv.slice(2);
/**
 * By workspace: its rooms from the ground to the roof. A room imports only rooms before it. Files directly in `src`
 * are in no room: they connect the rooms that import them with those that they import.
 */
const workspaces = JSON.parse(readFileSync(join(folder, 'infra/local/rooms.json'), 'utf8'));
const isTest = /\.test\.|(?:^|\/)(?:tests?\/|test-support\.)|^infra\/new\/templates\//;
/** The workspace and, below `src`, the first segment of the path: a room, or a file directly in `src`. */
const placePattern = /^((?:[^/]+\/)*?[^/]+)\/src\/([^/]+)(\/?)/;
/** A file in the room `pages`, and its page: the folder below. */
const pagePattern = /^(?:[^/]+\/)*?[^/]+\/src\/pages\/(?:([^/]+)\/)?/;
const endings = ['', '.ts', '.tsx', '.mts', '.mjs', '.d.ts', '/index.ts', '/index.tsx', '/index.mjs'];

const problems = [];
/** Every file below `src` of a workspace, without tests. */
const sources = listSources(folder).flatMap((file) => {
  const [, workspace, part, slash] = placePattern.exec(file) ?? [];
  return workspace === undefined || isTest.test(file)
    ? []
    : [{ file, workspace, part, isRoom: slash === '/' }];
});
const files = new Set(sources.map(({ file }) => file));

/** Collects the relative paths that a file imports, exports from, or names in a type. */
const readImports = (file) => {
  const { program, module, errors } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const paths = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) paths.push(moduleRequest.value);
  const add = ({ source }) => typeof source.value === 'string' && paths.push(source.value);
  new Visitor({ ImportExpression: add, TSImportType: add }).visit(program);
  return paths.filter((path) => path.startsWith('.'));
};

/** Returns the imported file. If it does not exist, returns the path without an ending. */
const resolveImport = (file, path) => {
  const target = posix.join(posix.dirname(file), path);
  return endings.map((ending) => target + ending).find((name) => files.has(name)) ?? target;
};

/** Finds an example `file -> file` by importing and imported part. */
const readArrows = (workspace, parts) => {
  const arrows = new Map(parts.map((part) => [part, new Map()]));
  for (const { file, part } of sources.filter((source) => source.workspace === workspace))
    for (const path of readImports(file)) {
      const imported = resolveImport(file, path);
      const [, owner, to] = placePattern.exec(imported) ?? [];
      const targets = arrows.get(part);
      if (owner === workspace && to !== part && arrows.has(to) && !targets.has(to))
        targets.set(to, `${file} -> ${imported}`);
    }
  return arrows;
};

/** Collects the parts that a part imports, directly or through parts that `passes` accepts, with an example of each. */
const reach = (arrows, from, passes = () => true, way = [], reached = new Map()) => {
  for (const [to, example] of arrows.get(from)) {
    if (reached.has(to)) continue;
    reached.set(to, [...way, example].join(', '));
    if (passes(to)) reach(arrows, to, passes, [...way, example], reached);
  }
  return reached;
};

const findCircles = (arrows) => {
  const reached = new Map([...arrows.keys()].map((part) => [part, reach(arrows, part)]));
  const circleOf = (part) =>
    [...reached.get(part).keys()].filter((other) => reached.get(other).has(part)).sort();
  const circles = new Map([...arrows.keys()].map(circleOf).map((circle) => [circle.join(), circle]));
  return [...circles.values()].filter(({ length }) => length > 0);
};

/** Pages are leaves: what two pages share lies in a room beside `pages`. Tests of a page keep to it, too. */
const checkPages = () => {
  for (const file of listSources(folder)) {
    const own = pagePattern.exec(file);
    if (own === null) continue;
    for (const imported of readImports(file).map((path) => resolveImport(file, path))) {
      const other = pagePattern.exec(imported);
      if (other !== null && other[1] !== own[1])
        problems.push(`a page imports from another: ${file} -> ${imported}`);
    }
  }
};

const checkWorkspace = (workspace, { rooms: listed }) => {
  const own = sources.filter((source) => source.workspace === workspace);
  const rooms = new Set(own.filter(({ isRoom }) => isRoom).map(({ part }) => part));
  const arrows = readArrows(workspace, [...new Set(own.map(({ part }) => part))]);
  for (const room of rooms)
    if (!listed.includes(room)) problems.push(`${workspace}: rooms.json lacks ${room}`);
  for (const room of listed)
    if (!rooms.has(room)) problems.push(`${workspace}: rooms.json lists ${room}, which does not exist`);

  const circles = findCircles(arrows);
  for (const circle of circles) {
    problems.push(`${workspace}: circle of ${circle.join(', ')}`);
    for (const from of circle)
      for (const [to, example] of arrows.get(from))
        if (circle.includes(to)) problems.push(`  ${from} imports ${to}: ${example}`);
  }

  for (const from of listed.filter((room) => rooms.has(room)))
    for (const [to, example] of reach(arrows, from, (part) => !rooms.has(part)))
      if (listed.indexOf(to) > listed.indexOf(from))
        problems.push(`${workspace}: ${from} imports ${to}, which is above it: ${example}`);
};

for (const workspace of new Set(sources.filter(({ isRoom }) => isRoom).map((source) => source.workspace)))
  if (!Object.hasOwn(workspaces, workspace)) problems.push(`rooms.json lacks ${workspace}`);
for (const [workspace, lists] of Object.entries(workspaces)) checkWorkspace(workspace, lists);
checkPages();

for (const line of problems) process.stdout.write(`${line}\n`);
if (problems.length > 0)
  process.stdout.write(
    'Move what both rooms or pages need into a room below them. infra/local/rooms.json has the order.\n',
  );
process.exitCode = problems.length === 0 ? 0 : 1;
