// The site of docs/, as GitHub shows it: nothing here repeats what stands there.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { homeWithoutTitle, links, searchText, slugify, tabs } from './markdown.mjs';
import { address, repository, root, sidebar } from './pages.mjs';
import { writeTexts } from './texts.mjs';

// Where the site stands on its host: "/mcp-bridge/" for GitHub Pages of a repository.
const base = process.env.SITE_BASE ?? '/';
const hasJavadoc = existsSync(join(root, 'site/target/javadoc/index.html'));

const sha256 = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Scripts of this site and no others. Shiki colors code with `style` attributes. */
function contentSecurityPolicy(html) {
  const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => sha256(script));
  return ["default-src 'self'", `script-src 'self' ${[...new Set(inline)].join(' ')}`, "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:", "object-src 'none'", "base-uri 'none'", "form-action 'none'"].join('; ');
}

/** The README's first heading and sentence, which its home page shows above the rest. */
function hero() {
  const [, name, text] = /^# (.+)\n\n([\s\S]+?)\n\n/.exec(readFileSync(join(root, 'README.md'), 'utf8'));
  return { name, tagline: text.replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1') };
}

export default defineConfig({
  title: 'MCP Bridge',
  description: 'The tools of MCP servers for LangChain4j and Spring AI agents in Java',
  base,
  srcDir: '..',
  srcExclude: ['!(docs|README.md)', '!(docs)/**/*'],
  rewrites: address,
  outDir: 'target/site',
  cacheDir: 'target/cache',
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
  markdown: { anchor: { slugify }, config: md => md.use(links).use(tabs).use(homeWithoutTitle) },
  vite: {
    publicDir: 'site/public',
    resolve: { alias: [{ find: /^vue(?=$|\/)/, replacement: join(root, 'site/node_modules/vue') }] }, // pages stand outside this folder
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 }
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    nav: [
      { text: 'Start', link: '/tutorials/first-agent' },
      { text: 'All pages', link: '/pages' },
      { text: 'Properties', link: '/reference/properties' },
      ...hasJavadoc ? [{ text: 'Javadoc', link: '/javadoc/index.html', target: '_self' }] : []
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: repository }],
    // a long section is not better because it has all words somewhere
    search: { provider: 'local', options: { _render: searchText, miniSearch: { searchOptions: { bm25: { k: 1.2, b: 1, d: 0 } } } } }
  },
  transformPageData(page) {
    if (page.filePath !== 'README.md') { return undefined; }
    return { title: 'MCP Bridge', titleTemplate: false, frontmatter: { layout: 'home', hero: { ...hero(), actions: [
      { theme: 'brand', text: 'Ten minutes to an agent', link: '/tutorials/first-agent' },
      { theme: 'alt', text: 'All pages', link: '/pages' }
    ] } } };
  },
  buildEnd: ({ outDir }) => writeTexts(outDir, base),
  transformHtml: html => html.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(html)}">`)
});
