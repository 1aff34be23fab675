// What the site takes from the repository, each from the one place where it stands: the repository's address from pom.xml, the
// order of the pages and the keywords of the search from docs/README.md.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const repository = /<repository\.url>(.*)<\/repository\.url>/.exec(readFileSync(join(root, 'pom.xml'), 'utf8'))[1];

const LIST = 'docs/README.md';

/** Files that are pages, relative to the root. The README is the home page. */
export const pages = ['README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).filter(file => file.endsWith('.md')).map(file => `docs/${file.replaceAll('\\', '/')}`)];

/** Where a page stands on the site. */
export function address(page) {
  return page === 'README.md' ? 'index.md' : page === LIST ? 'pages.md' : page.replace(/^docs\//, '');
}

/**
 * The address of a link on a page: on the site if its target is a page, else in the repository. Fails if there is no such file, with
 * which the build ends.
 */
export function resolve(page, link) {
  if (/^([a-z]+:|#|\/)/i.test(link)) { return link; }
  const [, path, anchor] = /^([^#]*)(#.*)?$/.exec(link);
  const target = posix.join(posix.dirname(page), decodeURI(path));
  if (pages.includes(target)) { return `/${address(target)}${anchor ?? ''}`; }
  if (!existsSync(join(root, target))) { throw new Error(`${page}: dead link to ${link}`); }
  const kind = statSync(join(root, target)).isDirectory() ? 'tree' : 'blob';
  return `${repository}/${kind}/main/${target.replace(/\/$/, '')}${anchor ?? ''}`;
}

const LINK = /\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g;

const plain = markdown => markdown.replace(/`/g, '');

const capitalized = text => text[0].toUpperCase() + text.slice(1);

/** The list of pages as a sidebar: a heading is a group, and each link to a page an item. */
export function sidebar() {
  const groups = [];
  for (const line of readFileSync(join(root, LIST), 'utf8').split('\n')) {
    const heading = /^## (.*)/.exec(line);
    if (heading) { groups.push({ text: plain(heading[1]), collapsed: groups.length > 0, items: [] }); }
    if (!groups.length || line.startsWith('|')) { continue; }
    const { items } = groups.at(-1);
    for (const [, text, link] of line.matchAll(LINK)) {
      const [target, anchor] = posix.join(posix.dirname(LIST), link).split('#');
      if (!pages.includes(target)) { continue; }
      const item = { text: capitalized(plain(text)), link: `/${address(target)}${anchor ? `#${anchor}` : ''}` };
      if (!line.startsWith('  - ')) { items.push(item); } else { (items.at(-1).items ??= []).push(item); }
    }
  }
  const listed = groups.flatMap(group => group.items).flatMap(item => [item, ...item.items ?? []]).map(item => item.link);
  const unlisted = pages.map(page => `/${address(page)}`).filter(link => !['/index.md', '/pages.md', ...listed].includes(link));
  if (unlisted.length) { throw new Error(`${LIST} has no link to ${unlisted.join(', ')}`); }
  return groups.filter(group => group.items.length);
}

/** Words by which people look for a page or one of its sections, by `page#anchor`: the rows of the list's table. */
export function keywords() {
  const words = new Map();
  for (const [, row, links] of readFileSync(join(root, LIST), 'utf8').matchAll(/^\| (.+?) \| (.*\[.*) \|$/gm)) {
    for (const [, , link] of links.matchAll(LINK)) {
      const target = posix.join(posix.dirname(LIST), link);
      words.set(target, [...words.get(target) ?? [], plain(row)]);
    }
  }
  return words;
}
