// Checks the built site: each link has a target, and nothing is fetched from another host.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const BASE = process.env.SITE_BASE ?? '/';
const site = fileURLToPath(new URL('target/site', import.meta.url));
const files = readdirSync(site, { recursive: true }).map(file => join(site, file)).filter(file => statSync(file).isFile());
const problems = [];
let links = 0;

const text = file => readFileSync(file, 'utf8');
const unescaped = value => value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
const isForeign = address => /^([a-z]+:)?\/\//i.test(address);

const anchors = new Map();
function hasAnchor(file, anchor) {
  if (!anchors.has(file)) { anchors.set(file, new Set([...text(file).matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => unescaped(id)))); }
  return anchors.get(file).has(anchor);
}

function checkLink(page, link) {
  links++;
  const [path, anchor] = link.split('#').map(part => decodeURIComponent(part.replace(/\?.*/, '')));
  let target = page;
  if (path) { target = path.startsWith('/') ? join(site, path.startsWith(BASE) ? path.slice(BASE.length) : `outside the base ${path}`) : join(dirname(page), path); }
  if (path.endsWith('/')) { target = join(target, 'index.html'); }
  if (!existsSync(target) || (anchor && target.endsWith('.html') && !hasAnchor(target, anchor))) {
    problems.push(`${relative(site, page)}: dead link to ${link}`);
  }
}

for (const file of files) {
  const name = relative(site, file);
  if (name.endsWith('.css')) {
    for (const [, address] of text(file).matchAll(/(?:url\(|@import )\s*["']?([^"')\s]+)/g)) {
      if (isForeign(address)) { problems.push(`${name}: fetches ${address}`); }
    }
  }
  if (!name.endsWith('.html')) { continue; }
  const html = text(file);
  const isJavadoc = name.startsWith('javadoc');
  if (!isJavadoc && !html.includes('http-equiv="Content-Security-Policy"')) { problems.push(`${name}: no content security policy`); }
  for (const [tag, element] of html.matchAll(/<(script|link|img|iframe|source|video|audio|embed|object|form)\b[^>]*>/g)) {
    for (const [, address] of tag.matchAll(/\s(?:src|href|srcset|data|action|poster)="([^"]*)"/g)) {
      if (isForeign(address)) { problems.push(`${name}: <${element}> fetches ${address}`); }
      else if (!isJavadoc && !address.startsWith('data:')) { checkLink(file, unescaped(address)); }
    }
  }
  // Javadoc's own links are checked by doclint.
  if (isJavadoc || name === '404.html') { continue; }
  for (const [, address] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
    if (!/^[a-z]+:/i.test(address)) { checkLink(file, unescaped(address)); }
  }
}

if (links < 1000) { problems.push(`only ${links} links found: the check reads something else`); }
if (problems.length) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
console.log(`site: ${links} links, none of them dead, and nothing from another host`);
