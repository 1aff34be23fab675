// How the site reads Markdown that is written for GitHub.
import { posix, relative } from 'node:path';
import { keywords, resolve, root } from './pages.mjs';

// The order of the tabs: the first one is shown until the reader chooses, the same on each page.
const FRAMEWORKS = ['Spring Boot', 'LangChain4j', 'Spring AI', 'Plain Java'];

const fileOf = env => relative(root, env.realPath ?? env.path).replaceAll('\\', '/');

/** GitHub's anchor of a heading. */
export function slugify(heading) {
  return heading.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-');
}

/** Links to files that are no pages lead to the repository. */
export function links(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(each => each.children ?? [])) {
      if (token.type === 'link_open') { token.attrSet('href', resolve(fileOf(env), token.attrGet('href'))); }
    }
  });
}

/** The home page shows the README's heading and first sentence in a larger form, above the rest. */
export function homeWithoutTitle(md) {
  md.core.ruler.push('home-without-title', state => {
    if (fileOf(state.env) === 'README.md') { state.tokens = state.tokens.slice(6); }
  });
}

/**
 * Tabs: consecutive code blocks, each below a paragraph that begins with the name of a framework in bold. On GitHub they read as
 * what they are, one below the other, in the order of the page.
 */
export function tabs(md) {
  md.core.ruler.push('framework-tabs', state => {
    const html = content => Object.assign(new state.Token('html_block', '', 0), { content });
    const result = [];
    let groups = 0;
    for (let i = 0; i < state.tokens.length;) {
      const panels = [];
      for (let panel; (panel = panelAt(state.tokens, i)); i = panel.end) { panels.push(panel); }
      if (panels.length < 2) {
        result.push(...panels.length ? state.tokens.slice(i = panels[0].start, i = panels[0].end) : [state.tokens[i++]]);
        continue;
      }
      panels.sort((one, other) => FRAMEWORKS.indexOf(one.name) - FRAMEWORKS.indexOf(other.name));
      const id = `tabs-${++groups}`;
      const inputs = panels.map(({ name }, at) => `<input type="radio" name="${id}" id="${id}-${at}" value="${name}"${at ? '' : ' checked'}>`
        + `<label for="${id}-${at}">${name}</label>`);
      result.push(html(`<div class="vp-code-group by-framework"><div class="tabs" role="group" aria-label="Framework">${inputs.join('')}</div><div class="blocks">`));
      for (const [at, { name, start, end }] of panels.entries()) {
        result.push(html(`<div class="panel${at ? '' : ' active'}" data-framework="${name}">`), ...withoutName(state.tokens.slice(start, end)), html('</div>'));
      }
      result.push(html('</div></div>\n'));
    }
    state.tokens = result;
  });
}

function panelAt(tokens, start) {
  const [open, inline] = tokens.slice(start);
  const [, strong, name] = inline?.children ?? [];
  if (open?.type !== 'paragraph_open' || open.level > 0 || strong?.type !== 'strong_open' || !FRAMEWORKS.includes(name.content)) { return null; }
  let end = start + 3;
  while (tokens[end]?.type === 'fence') { end++; }
  return end > start + 3 ? { name: name.content, start, end } : null;
}

/** The name is on the tab: what follows it stays, if there is more than a colon. */
function withoutName([open, inline, close, ...fences]) {
  const [, , , , rest] = inline.children;
  if (rest?.type === 'text') { rest.content = rest.content.replace(/^[,;:]?\s*/, ''); }
  inline.children = inline.children.slice(4);
  return inline.children.some(each => each.content) ? [open, inline, close, ...fences] : fences;
}

/**
 * The page as the search reads it: the keywords of the list of pages stand below the headings that they lead to. Imports in code
 * are left out: their words are found on every page.
 */
export function searchText(source, env, md) {
  const page = fileOf(env);
  if (page === 'docs/README.md') { return ''; } // its rows would be found before the pages that they lead to
  let html = md.render(source.replace(/^import .*;$/gm, ''), env);
  if (page === 'README.md') { html = `<h1>MCP Bridge <a href="#"></a></h1>\n${html}`; } // the search reads what stands below a heading
  for (const [target, rows] of keywords()) {
    const [file, anchor] = target.split('#');
    if (file !== page) { continue; }
    const heading = anchor ? new RegExp(`<h\\d id="${anchor}".*?</h\\d>`, 's') : /<h1.*?<\/h1>/s;
    html = html.replace(heading, found => `${found}<p>${md.utils.escapeHtml(rows.join(', '))}</p>`);
  }
  return html;
}
