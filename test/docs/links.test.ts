/** Every link from one page of the repository to another leads to a page, and to a heading of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './exported.js';

const inFolder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = ['README.md', 'CHANGELOG.md', ...inFolder('.github'), ...inFolder('docs')];

const places = new Map<string, ReadonlySet<string>>();

/** Headings as a browser of repositories names them, and places that a page names itself. */
function placesOf(page: string): ReadonlySet<string> {
  const known = places.get(page);
  if (known !== undefined) return known;
  const text = readFileSync(join(root, page), 'utf8');
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const times = new Map<string, number>();
  const twice = headings.map((heading) => {
    const before = times.get(heading) ?? 0;
    times.set(heading, before + 1);
    return before === 0 ? heading : `${heading}-${before}`;
  });
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const all = new Set([...twice, ...named]);
  places.set(page, all);
  return all;
}

it.each(pages)('%s has no link to nowhere', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [path = '', place] = link.split('#');
    if (/^https?:/.test(path)) return false;
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return place !== undefined && !placesOf(target).has(place);
  });
  expect(broken).toEqual([]);
});
