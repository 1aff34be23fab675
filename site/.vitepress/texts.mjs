// The pages as text for programs: llms.txt, all pages in one file, and each page beside its HTML.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { address, pages, resolve, root } from './pages.mjs';

const FENCE = /(^```.*?^```)/ms;

function textOf(file, base) {
  const rewritten = part => part.replace(/\]\(([^)\s]+)\)/g, (_, link) => `](${resolve(file, link).replace(/^\//, base)})`);
  return readFileSync(join(root, file), 'utf8').split(FENCE).map((part, at) => at % 2 ? part : rewritten(part)).join('');
}

export function writeTexts(folder, base) {
  const texts = pages.map(page => [address(page), textOf(page, base)]);
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'llms.txt'), textOf('llms.txt', base));
  writeFileSync(join(folder, 'llms-full.txt'), texts.map(([name, text]) => `<!-- ${base}${name} -->\n\n${text}`).join('\n'));
}
