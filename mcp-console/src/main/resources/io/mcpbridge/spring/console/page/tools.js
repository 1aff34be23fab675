// Tools: the list, one tool, trying it, and why a tool is missing.
import {
  announce, card, clock, count, cut, duration, el, jsonText, lens, link, loading, longText, notify, number, properties,
  replaceContent, request, route, runs, settingsIn, state, untrusted, visible, waitingApprovals, wholeSettings, withSettings
} from './common.js';
import { ArgumentsForm, equal } from './form.js';

// --- words ---------------------------------------------------------------------------------------------------------

// Left out by configuration is intended, left out by a problem is not: never one number.
const STATUSES = {
  offered: { word: 'Offered', group: 'offered', style: 'sent' },
  search: { word: 'By search', group: 'offered', style: 'search' },
  hidden: { word: 'Hidden', group: 'configuration', style: '' },
  disabled: { word: 'Disabled', group: 'configuration', style: '' },
  'not selected': { word: 'Not of agent', group: 'configuration', style: '' },
  excluded: { word: 'Excluded', group: 'configuration', style: '' },
  'not accepted': { word: 'Not accepted', group: 'problem', style: 'warn' },
  'same name': { word: 'Same name', group: 'problem', style: 'warn' }
};
const UNKNOWN_STATUS = { group: 'problem', style: 'warn' };

export const searchedServers = () => new Set((state.servers?.toolSearch?.decisions ?? [])
  .filter(decision => decision.active).flatMap(decision => decision.servers ?? []));

export function statusOf(tool, searched = searchedServers()) {
  const status = tool.status === 'offered' && searched.has(tool.server) ? 'search' : tool.status;
  return STATUSES[status] ?? { word: status, ...UNKNOWN_STATUS };
}

function statusLabel(tool, searched) {
  const { word, style, group } = statusOf(tool, searched);
  return group === 'offered' ? el(`span.legend.${style}`, word) : el('span.chip' + (style ? '.' + style : ''), visible(cut(word, 40)));
}

// The name as the model calls it, with the prefix of the server in gray.
function toolName(tool) {
  const name = tool.modelName ?? tool.name;
  const start = name.length - tool.name.length;
  return start > 0 && name.endsWith(tool.name)
    ? [el('span.secondary', visible(cut(name.slice(0, start), 80))), visible(cut(tool.name, 160))] : [visible(cut(name, 200))];
}

const toolLink = tool => tool.modelName && tool.status !== 'same name'
  ? link(['tools', tool.modelName]) : link(['missing'], { tool: tool.modelName ?? tool.name });

const effect = tool => tool.readOnly ? ['read-only, says the server', '']
  : tool.destructive === false ? ['not destructive, says the server', '']
    : tool.destructive ? ['destructive, says the server', 'warn'] : ['no annotations: counts as destructive', 'warn'];

const APPROVALS = { ASK: 'asks for approval', ALLOW: 'runs without approval', DENY: 'denied by a rule' };

// --- the list ------------------------------------------------------------------------------------------------------

const filter = { text: '', server: '', group: 'all', sort: 'name' };
const GROUPS = [['all', 'All'], ['offered', 'Offered'], ['configuration', 'Left out by configuration'],
  ['problem', 'Left out by a problem']];

export function toolsView(main) {
  const { parameters } = route();
  if (parameters.has('group')) { filter.group = parameters.get('group'); }
  if (parameters.has('server')) { filter.server = parameters.get('server'); }
  if (!state.tools) {
    main.replaceChildren(loading('Tools'));
    return { title: 'Tools', update: kind => kind === 'tools' && state.tools ? toolsView(main) : null };
  }
  const total = el('span.secondary');
  const summary = el('span.secondary.small.wide-only');
  const groupCounts = Object.fromEntries(GROUPS.map(([group]) => [group, el('span.secondary')]));
  const groups = el('div.filters', { role: 'group', 'aria-label': 'Status' }, GROUPS.map(([group, word]) => el('button', {
    type: 'button', 'data-focus': group, onclick: () => { filter.group = group; apply(); }
  }, word, ' ', groupCounts[group])));
  const servers = el('select', { 'aria-label': 'Server', onchange: event => { filter.server = event.target.value; apply(); } });
  const field = el('input', {
    type: 'search', id: 'filter', placeholder: 'Filter by name, server', value: filter.text, autocomplete: 'off',
      spellcheck: 'false',
    oninput: event => { filter.text = event.target.value; apply(); }
  });
  const sorts = el('div.row.tool-row.row-head', { role: 'row', 'aria-rowindex': 1 });
  const nothing = el('div.body.stack-small', { hidden: true });
  const grid = el('div', { role: 'grid', 'aria-label': 'Tools' });
  const list = new VirtualList(grid, buildRow);
  grid.append(sorts, list.node);

  main.replaceChildren(el('div.stack-small',
    el('div.line', el('h1', 'Tools'), total, el('span.space'), summary),
    el('div.line.no-wrap', el('label.visually-hidden', { for: 'filter' }, 'Filter tools'), field, servers),
    groups, el('div.card', grid, nothing)));

  let searched;
  function buildRow(row) {
    if (row.heading) {
      return [el('div.row.group-row', { role: 'row' }, el('b.mono', { role: 'gridcell' }, untrusted(row.heading, 80)),
        el('span.secondary.small', { role: 'gridcell' }, `${count(row.total, 'tool')}, ${number(row.tokens)} tokens`)), null];
    }
    const { tool } = row;
    return [el('div.row.tool-row', { role: 'row', 'data-tool': tool.modelName ?? tool.name },
      el('span.ellipsis', { role: 'gridcell' }, el('a.mono', { href: toolLink(tool), tabindex: -1 }, toolName(tool))),
      el('span', { role: 'gridcell' }, statusLabel(tool, searched)),
      el('span.secondary.small.ellipsis', { role: 'gridcell', title: tool.reason ? visible(cut(wholeSettings(tool.reason, tool.server), 500)) : null },
        tool.reason ? visible(cut(tool.reason, 200)) : tool.approval === 'ASK' ? 'asks for approval' : tool.approval === 'DENY'
          ? 'denied by a rule' : ''),
      el('span.number', { role: 'gridcell' }, number(tool.tokens ?? 0), el('span.unit', ' tokens'))), toolLink(tool)];
  }

  let index = [];
  function read() {
    searched = searchedServers();
    index = state.tools.tools.map(tool => ({
      tool, status: statusOf(tool, searched), key: `${tool.modelName ?? ''} ${tool.name} ${tool.title ?? ''} ${tool.server}`.toLowerCase()
    }));
    const names = [...new Set(index.map(({ tool }) => tool.server))].sort();
    servers.replaceChildren(el('option', { value: '' }, 'All servers'),
      ...names.map(name => el('option', { value: name, selected: name === filter.server }, visible(cut(name, 60)))));
    if (filter.server && !names.includes(filter.server)) { filter.server = ''; }
    sort();
  }

  // Runs on each key, so that it changes texts only, besides the rows in sight: the index is sorted, and its texts are lower-case.
  function apply() {
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const counts = { all: 0 };
    const entries = [];
    for (const entry of index) {
      if (filter.server && entry.tool.server !== filter.server || !words.every(word => entry.key.includes(word))) { continue; }
      counts.all++;
      counts[entry.status.group] = (counts[entry.status.group] ?? 0) + 1;
      if (filter.group === 'all' || filter.group === entry.status.group) { entries.push(entry); }
    }
    for (const [group] of GROUPS) {
      groupCounts[group].textContent = number(counts[group] ?? 0);
      groupCounts[group].parentNode.setAttribute('aria-pressed', String(filter.group === group));
    }
    total.textContent = entries.length === index.length ? count(index.length, 'tool')
      : `${number(entries.length)} of ${number(index.length)} tools`;
    list.node.hidden = entries.length === 0;
    nothing.hidden = entries.length > 0;
    const offered = entries.filter(entry => entry.status.group === 'offered');
    summary.textContent = `${number(offered.length)} offered, ${number(offered.reduce((sum, entry) => sum + (entry.tool.tokens ?? 0), 0))} tokens (estimate)`;
    list.show(filter.sort === 'name' ? belowServers(entries) : entries);
    if (!entries.length) { replaceContent(nothing, emptyList()); }
  }

  function sort() {
    index.sort(ORDERS[filter.sort]);
    replaceContent(sorts, sortButton('name', 'Tool, as the model calls it'), sortButton('status', 'Status'),
      el('span', { role: 'columnheader' }, 'Why'), sortButton('tokens', 'Tokens'));
    apply();
  }

  function emptyList() {
    if (filter.text) {
      return [el('p', 'No tool matches.'),
        el('p', el('a', { href: link(['missing'], { tool: filter.text.trim() }) }, 'Why is “', untrusted(filter.text.trim(), 80),
        '” missing?'))];
    }
    return [el('p', index.length ? 'No tool has this status.' : 'No server listed a tool.'),
      index.length ? null : el('p', el('a', { href: link(['servers']) }, 'See the state of the servers'))];
  }

  const sortButton = (name, word) => el('span' + (name === 'tokens' ? '.number' : ''), {
    role: 'columnheader', 'aria-sort': filter.sort === name ? (name === 'tokens' ? 'descending' : 'ascending') : 'none'
  }, el('button', { type: 'button', 'data-focus': name, onclick: () => { filter.sort = name; sort(); } }, word));

  read();
  let version = state.tools;
  return {
    title: 'Tools',
    update: () => {
      if (state.tools !== version) {
        version = state.tools;
        read();
      }
    }
  };
}

const byName = (first, second) => compareText(first.tool.server, second.tool.server) || compareText(first.tool.name, second.tool.name);
const RANKS = { problem: 0, configuration: 1, offered: 2 };
const ORDERS = {
  name: byName,
  tokens: (first, second) => (second.tool.tokens ?? 0) - (first.tool.tokens ?? 0) || byName(first, second),
  status: (first, second) => RANKS[first.status.group] - RANKS[second.status.group]
    || compareText(first.status.word, second.status.word) || byName(first, second)
};

// By name the tools stand below their server; by status or tokens the list is flat.
function belowServers(entries) {
  const rows = [];
  let heading = null;
  for (const entry of entries) {
    if (heading?.heading !== entry.tool.server) {
      heading = { heading: entry.tool.server, total: 0, tokens: 0 };
      rows.push(heading);
    }
    heading.total++;
    heading.tokens += entry.tool.tokens ?? 0;
    rows.push(entry);
  }
  return rows;
}

const compareText = (first, second) => first < second ? -1 : first > second ? 1 : 0;

const isNarrow = () => matchMedia('(max-width: 760px)').matches;

// About 40 rows in the document, whatever the length of the list: rows have one height, and stand at their place by a transform.
export class VirtualList {
  constructor(grid, build) {
    this.grid = grid;
    this.build = build;
    this.rows = [];
    this.current = 0;
    this.space = el('div.virtual-space');
    this.node = el('div.virtual', { role: 'rowgroup' }, this.space);
    // Remembered: to ask for them after a change would lay out the page once more.
    this.top = 0;
    this.visibleHeight = 0;
    this.node.addEventListener('scroll', () => {
      this.top = this.node.scrollTop;
      this.draw();
    }, { passive: true });
    this.node.addEventListener('keydown', event => this.key(event));
    // The row in use is the current one: it keeps the focus when the rows are drawn anew.
    this.node.addEventListener('focusin', event => this.setCurrent(event));
    this.node.addEventListener('click', event => {
      this.setCurrent(event);
      const row = event.target.closest('[data-index]');
      const href = row && this.hrefs.get(Number(row.dataset.index));
      if (href && !event.target.closest('a')) { location.hash = href; }
    });
    new ResizeObserver(() => {
      this.visibleHeight = this.node.clientHeight;
      this.draw();
    }).observe(this.node);
  }

  // Draws at once what comes into sight.
  scrollTo(top) {
    this.node.scrollTop = top;
    this.top = this.node.scrollTop;
    this.draw();
  }

  setCurrent(event) {
    const row = event.target.closest('[data-index]');
    if (row) { this.current = Number(row.dataset.index); }
  }

  // Brings a row into sight.
  reveal(index) {
    if (index < 0) { return; }
    this.current = index;
    const top = index * this.height;
    if (top < this.node.scrollTop || top + this.height > this.node.scrollTop + this.node.clientHeight) {
      this.node.scrollTop = top - this.node.clientHeight / 2;
    }
    this.drawn = null;
    this.draw();
  }

  show(rows) {
    this.rows = rows;
    this.current = Math.min(Math.max(this.current, rows[0]?.heading ? 1 : 0), Math.max(0, rows.length - 1));
    this.grid.setAttribute('aria-rowcount', String(rows.length + 1));
    this.drawn = null;
    this.draw();
  }

  draw() {
    const height = isNarrow() ? 56 : 31;
    const visibleRows = Math.ceil((this.visibleHeight || this.node.clientHeight) / height);
    // A list that got shorter is scrolled by the browser.
    const top = Math.max(0, Math.min(this.top, this.rows.length * height - this.visibleHeight));
    const first = Math.max(0, Math.floor(top / height) - 6);
    const last = Math.min(this.rows.length, first + visibleRows + 12);
    const range = `${first}-${last}-${height}`;
    if (this.drawn === range) { return; }
    this.drawn = range;
    this.space.style.height = `${this.rows.length * height}px`;
    const focused = this.node.contains(document.activeElement);
    this.hrefs = new Map();
    this.space.replaceChildren(...this.rows.slice(first, last).map((row, offset) => {
      const index = first + offset;
      const [node, href] = this.build(row);
      node.style.transform = `translateY(${index * height}px)`;
      node.dataset.index = String(index);
      node.setAttribute('aria-rowindex', String(index + 2));
      if (href) { this.hrefs.set(index, href); }
      return node;
    }));
    this.height = height;
    this.mark(focused);
  }

  mark(focus) {
    for (const node of this.space.children) {
      const anchor = node.querySelector('a');
      if (!anchor) { continue; }
      const isCurrent = Number(node.dataset.index) === this.current;
      anchor.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent && focus) { anchor.focus({ preventScroll: true }); }
    }
    // The list itself takes the focus while its current row is scrolled away.
    this.node.tabIndex = this.space.querySelector('a[tabindex="0"]') ? -1 : 0;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 1);
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (!step) { return; }
    event.preventDefault();
    const focusedRow = event.target.closest('[data-index]');
    if (focusedRow) { this.current = Number(focusedRow.dataset.index); }
    const limit = index => Math.min(this.rows.length - 1, Math.max(0, index));
    let next = limit(this.current + step);
    if (this.rows[next]?.heading) { next = next + Math.sign(step) >= 0 && this.rows[next + Math.sign(step)] ? next + Math.sign(step)
      : next + 1; }
    this.current = limit(next);
    const top = this.current * this.height;
    const inSight = this.node.clientHeight;
    this.scrollTo(top < this.top + this.height ? top - this.height : Math.max(this.top, top + this.height - inSight));
    this.mark(true);
  }
}

// --- the way to the model ------------------------------------------------------------------------------------------

const STEPS = {
  server: 'The server is connected', listed: 'The server lists the tool', included: 'Included',
  named: 'It has a name of its own that models accept',
  visible: 'Visible to models', unchanged: 'Definition unchanged', accepted: 'The model accepts the definition', selected: 'In the view of the agent',
    search: 'Offered to the model'
};
const FAILED_STEPS = {
  server: 'The server is not connected', listed: 'The server does not list the tool', included: 'Not included',
  named: 'It has no name of its own that models accept',
  visible: 'Hidden from models', unchanged: 'The definition changed', accepted: 'The model does not accept the definition', selected: 'Not in the view of the agent',
    search: 'Not offered to the model'
};
const RESULTS = { passed: ['passed', '✓'], stopped: ['stopped', '✕'], 'not reached': ['not-reached', '·'] };

const failedStep = way => (way ?? []).find(step => step.result === 'stopped');
const stepTitle = step => (step.result === 'stopped' ? FAILED_STEPS : STEPS)[step.step] ?? step.step;

function wayToModel(way, server) {
  const { agent } = route();
  return el('ol.way', (way ?? []).filter(({ step }) => step !== 'selected' || agent).map(step => {
    const [style, sign] = RESULTS[step.result] ?? ['not-reached', '·'];
    return el(`li.${style}`, el('i', { 'aria-hidden': 'true' }, sign), el('div',
      el(step.result === 'stopped' ? 'b' : 'span', stepTitle(step)), el('span.visually-hidden', `: ${step.result}`),
      step.result === 'not reached' ? ' (not reached)' : null,
      step.detail ? el(step.result === 'stopped' ? 'div.detail' : 'span.secondary.detail', ' ', withSettings(step.detail, server)) : null));
  }));
}

// Their reasons may quote the server: words of it must not look like advice.
const QUOTING_STEPS = ['server', 'listed'];

// The first failed step, and the line to change.
export function failure(way, server) {
  const step = failedStep(way);
  if (!step) { return null; }
  const settings = QUOTING_STEPS.includes(step.step) ? [] : settingsIn(visible(cut(step.detail ?? '', 2000)), server);
  const lines = settings.map(setting => setting + valueIn(step.detail, setting));
  const advice = ADVICE[/([a-z-]+)(\[\d+\])?$/.exec(settings[0] ?? '')?.[1]];
  return el('section.note.bad.stack-small', { 'aria-label': 'First failed step' },
    el('p', el('b', stepTitle(step) + (step.detail ? ': ' : '.')), step.detail ? withSettings(step.detail, server) : null),
    advice ? el('p', advice) : null,
    settings.length ? el('div.fix', el('span.secondary.small', settings.length === 1 ? 'Setting to change' : 'Settings to change'),
      lines.map(settingLine)) : null);
}

// What the sentence says of the present value: 'excluded by "delete_*" (setting: exclude)'.
function valueIn(sentence, setting) {
  const [, value, name] = /\bby "([^"]*)" \(settings?: ([\w.-]+)/.exec(sentence) ?? [];
  return !name || !(setting === name || setting.endsWith('.' + name)) ? ''
    : `: ${visible(/^\w[\w ,.*-]*$/.test(value) ? value : JSON.stringify(value))}`;
}

const ADVICE = {
  exclude: 'Take the pattern out of the setting, or let it match fewer tools.', include: 'Add the tool to the setting, or a pattern that matches it.',
  hide: 'Take the pattern that matches the tool out of the setting.', disable: 'Take the pattern that matches the tool out of the setting.',
  'tool-name-prefix': 'Set another prefix for one of the two servers.', prefix: 'Set another prefix.',
  'tool-change-policy': 'Compare the definitions; then let the policy accept the change.'
};

export const settingLine = line => el('div.line', el('code', line), el('span.space'), copyButton(line));

function copyButton(text) {
  return el('button.small', {
    type: 'button', onclick: async event => {
      const button = event.target;
      await navigator.clipboard?.writeText(text).then(() => { button.textContent = 'Copied'; },
        () => { button.textContent = 'Not copied'; });
    }
  }, 'Copy');
}

// --- why is a tool missing -----------------------------------------------------------------------------------------

// Several servers may list tools of one name; which of them is meant, the reader says.
export function toolsNamed(name) {
  const found = (state.tools?.tools ?? []).filter(tool => tool.name === name);
  return found.length < 2 || state.tools.tools.some(tool => tool.modelName === name) ? []
    : found.sort((first, second) => (first.status === 'offered') - (second.status === 'offered'));
}

// The name by which exactly one tool is meant: two servers may have given one name to the model.
const fullName = tool => tool.modelName && tool.status !== 'same name' ? tool.modelName : `${tool.server}__${tool.name}`;

export const toolChoices = (tools, linkOf) => el('ul.plain.tool-choices', tools.map(tool => el('li.line',
  el('a.mono', { href: linkOf(fullName(tool)) }, visible(cut(fullName(tool), 200))), statusLabel(tool),
  tool.reason ? el('span.secondary.small', withSettings(tool.reason, tool.server)) : null)));

// Tools whose name has the text in it; a space, "_" and "-" are alike.
function alike(text) {
  const plain = name => name.toLowerCase().replace(/[\s_-]+/g, '_');
  const part = plain(text.trim());
  return part.length < 3 ? [] : (state.tools?.tools ?? []).filter(tool => plain(`${tool.modelName} ${tool.name}`).includes(part))
    .sort((first, second) => first.name.length - second.name.length).slice(0, 8).map(fullName);
}

export function missingView(main) {
  const { parameters } = route();
  const name = parameters.get('tool') ?? '';
  const title = el('h1', 'Why is ', el('code.title', untrusted(name, 120)), ' missing?');
  const controller = new AbortController();
  const query = new URLSearchParams({ tool: name, ...lens() });
  let data = null;
  let shown = null;
  function draw() {
    const named = toolsNamed(name.trim());
    const server = data.modelName ? null : state.servers?.servers.find(each => each.name.toLowerCase() === name.trim().toLowerCase());
    const similar = server ? [] : data.server ? data.similar ?? [] : [...new Set([...alike(name), ...data.similar ?? []])].slice(0, 8);
    const key = JSON.stringify([named.map(tool => [fullName(tool), tool.status]), similar, server?.name]);
    if (key === shown) { return; }
    shown = key;
    if (named.length) {
      main.replaceChildren(el('div.stack.narrow', el('h1', el('code.title', untrusted(name, 120)), ': which one?'),
        el('p', `${count(named.length, 'server')} list a tool of this name, and the model is offered `
          + `${number(named.filter(tool => tool.status === 'offered').length)} of them.`),
        card('Tools of this name', {}, toolChoices(named, each => link(['missing'], { tool: each })))));
      return;
    }
    const unlisted = data.unlisted ?? [];
    const listed = (data.way ?? []).some(step => step.step === 'listed' && step.result === 'passed');
    main.replaceChildren(el('div.stack.narrow',
      data.offered ? el('h1', el('code.title', untrusted(data.modelName ?? name, 120)), ' is not missing') : title,
      data.offered ? el('p.note.info', 'The model is offered the tool', data.modelName
        ? [' as ', el('code', untrusted(data.modelName, 160))] : null, '.') : failure(data.way, data.server),
      server ? el('p.note.info', el('a', { href: link(['servers', server.name]) }, untrusted(server.name, 80)),
        ' is a server: ', el('a', { href: link(['tools'], { server: server.name, group: 'all' }) }, 'see its tools'), '.')
        : !data.offered && !data.server && !failedStep(data.way) ? el('p.note', 'No server lists a tool of this name.') : null,
      el('div.line', data.modelName && (data.offered || listed) ? el('a', { href: link(['tools', data.modelName]) }, 'Open the tool')
        : null,
        data.server ? el('a', { href: link(['servers', data.server]) }, 'Open the server ', untrusted(data.server, 80)) : null),
      similar.length ? card('Similar names', {},
        el('ul.plain', similar.map(each => el('li', el('a.mono', { href: link(['missing'], { tool: each }) }, visible(cut(each, 160))))))) : null,
      unlisted.length && !data.server && !server ? card('Servers whose tools are unknown', {}, el('ul.plain', unlisted.map(each => {
        const status = state.servers?.servers.find(one => one.name === each);
        return el('li', el('a.strong', { href: link(['servers', each]) }, visible(cut(each, 80))), ' ',
          el('span.secondary', status?.state === 'DISABLED' ? ['disabled', status.disabledBy ? [' by ', withSettings(status.disabledBy)] : null]
            : status?.reason ? withSettings(cut(status.reason, 200), each) : 'not connected: a tool of this name may be there'));
      }))) : null,
      data.way?.length ? card('Way to the model', {}, el('div.body', wayToModel(data.way, data.server))) : null));
  }
  main.replaceChildren(loading('Why is … missing?'));
  request(`why?${query}`, { signal: controller.signal }).then(answer => { data = answer.data; draw(); }, error => {
    if (error.name !== 'AbortError') { main.replaceChildren(el('div.stack.narrow', title, el('p.note.bad', visible(error.message)))); }
  });
  return { title: `Why is ${cut(name, 40)} missing?`, update: () => { if (data) { draw(); } }, close: () => controller.abort() };
}

// --- one tool ------------------------------------------------------------------------------------------------------

const TABS = [['try', 'Try it'], ['way', 'Way to the model'], ['definition', 'Definition']];

// A browser opens six connections to one host. Calls that wait for a person must leave some for the page.
const MAX_RUNS = 3;

// Arguments as they were entered, by name of the tool: they survive a look at another view.
const entered = new Map();

export function toolView(main) {
  const { item } = route();
  const controller = new AbortController();
  main.replaceChildren(loading('Tool'));
  let view = null;
  const query = '?' + new URLSearchParams(lens());
  request(`tools/${encodeURIComponent(item)}${query}`, { signal: controller.signal }).then(({ data }) => { view = showTool(main, data); },
    error => {
    if (error.name === 'AbortError') { return; }
    main.replaceChildren(el('div.stack.narrow', el('h1.mono', untrusted(item, 160)), el('p.note.bad', visible(error.message)),
      error.status === 404 ? el('p', el('a', { href: link(['missing'], { tool: item }) }, 'Why is it missing?')) : null));
  });
  return {
    title: cut(item, 60),
    close: () => { controller.abort(); view?.close(); },
    update: kind => view?.update(kind)
  };
}

function showTool(main, tool) {
  const [effectText, effectStyle] = effect(tool);
  const isOffered = tool.status === 'offered';
  const selected = route().parameters.get('tab') ?? (isOffered ? 'try' : 'way');
  const tab = TABS.some(([name]) => name === selected) ? selected : 'try';
  const description = tool.listed?.description ?? tool.description;
  const panel = el('div', { role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${tab}` });
  const tabs = el('div.tabs', { role: 'tablist', 'aria-label': 'Tool' }, TABS.map(([name, word]) => el('a', {
    role: 'tab', id: `tab-${name}`, href: link(['tools', tool.modelName], { tab: name }), 'aria-selected': String(name === tab),
    'aria-controls': name === tab ? 'panel' : null, tabindex: name === tab ? 0 : -1
  }, word)));
  tabs.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...tabs.children];
    if (step) { all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus(); }
  });
  main.replaceChildren(el('div.stack',
    el('div.stack-small',
      el('div.line', el('a.secondary', { href: link(['tools']) }, 'Tools'), el('span.secondary', '/'),
        el('h1.mono', el('bdi', toolName(tool))), statusLabel(tool),
        el('span.secondary', `definition: ${number(tool.tokens ?? 0)} tokens`), el('span.chip' + (effectStyle ? '.' + effectStyle : ''), effectText),
        tool.approval && tool.approval !== 'ALLOW' ? el('span.chip.warn', APPROVALS[tool.approval] ?? tool.approval) : null),
      description ? el('p.secondary', { title: 'From the server' }, untrusted(description, 300)) : null),
    tabs, panel));
  if (tab === 'way') {
    panel.append(wayPanel(tool));
  } else if (tab === 'definition') {
    panel.append(definitionPanel(tool));
  } else {
    return tryPanel(panel, tool);
  }
  return { update: () => {}, close: () => {} };
}

const wayPanel = tool => el('div.stack.narrow', failure(tool.way, tool.server),
  card('Way to the model', {}, el('div.body.stack', wayToModel(tool.way, tool.server), properties([
  ['Server', el('a', { href: link(['servers', tool.server]) }, untrusted(tool.server, 80))],
  ['Name at the server', el('code', untrusted(tool.name, 200))],
  ['Approval', APPROVALS[tool.approval] ?? tool.approval],
  ['Activity', el('a', { href: link(['calls'], { text: tool.modelName, group: 'all' }) }, 'Calls')],
  ['Reason', tool.reason ? withSettings(tool.reason, tool.server) : null]
]))));

function definitionPanel(tool) {
  const losses = tool.losses ?? [];
  const { sent } = tool;
  return el('div.stack',
    sent ? el(losses.length ? 'div.note' : 'p.note.info', losses.length
      ? [el('b', count(losses.length, 'change') + ' for the model'), el('ul', losses.map(loss => el('li', untrusted(loss, 400))))]
      : 'The model gets the definition without a loss.') : el('p.note', 'The model is not sent this definition', tool.reason
        ? [': ', withSettings(tool.reason, tool.server)] : null, '.'),
    el('div.columns',
      card('As the server lists it', { head: el('span.secondary.small', 'from the server, unverified') },
        el('div.body', longText(jsonText({
        name: tool.name, title: tool.title ?? undefined, description: tool.listed?.description ?? undefined,
          inputSchema: tool.listed?.inputSchema,
        outputSchema: tool.listed?.outputSchema ?? undefined, annotations: tool.annotations ?? undefined
      }), { 'aria-label': 'Definition as the server lists it' }, 20_000))),
      card('As the model gets it', { head: el('span.secondary.small', `${number(tool.tokens ?? 0)} tokens (estimate)`) },
        el('div.body', sent
        ? longText(jsonText({ name: tool.modelName, description: sent.description ?? undefined, parameters: sent.inputSchema }),
          { 'aria-label': 'Definition as the model gets it' }, 20_000)
        : el('p.secondary', 'Not sent.')))));
}

// --- try it --------------------------------------------------------------------------------------------------------

function tryPanel(panel, tool) {
  const preview = el('pre.log', { 'aria-label': 'Arguments as JSON' });
  const form = new ArgumentsForm(tool.listed?.inputSchema, { value: entered.get(tool.modelName) ?? runs.get(tool.modelName)?.arguments,
    onchange: () => drawPreview() });
  const drawPreview = () => { preview.textContent = jsonText(form.value); };
  const modeButton = el('button.quiet.small', {
    type: 'button', onclick: () => {
      modeButton.textContent = form.toggle() ? 'Edit as form' : 'Edit as JSON';
      details.hidden = form.isJson;
    }
  }, 'Edit as JSON');
  const details = el('details', el('summary', 'Arguments as JSON'), preview);
  const runButton = el('button.primary', { type: 'button', id: 'run', onclick: () => start() }, 'Run');
  const stopButton = el('button', { type: 'button', hidden: true, onclick: () => runs.get(tool.modelName)?.controller.abort() },
    'Stop waiting');
  const result = el('div.stack.result', { id: 'result' });
  const user = state.session?.user;
  const asks = { ASK: ' A rule asks for approval first.', DENY: ' A rule denies it.' }[tool.approval] ?? '';
  // Beside the button, and where there is no room, below it.
  const hint = () => el('span.secondary.small.hint', `Runs on the real server${user ? ' as user ' : ''}`, user ? untrusted(user, 60)
    : null, `, by the same rules as a call of the model; recorded as made by hand.${asks}`);
  panel.append(el('div.columns',
    card('Arguments', { head: [el('span.secondary.small.wide-only', 'from the input schema of the server'), el('span.space'),
      modeButton] },
      el('div.body.stack', form.node, details),
      el('div.actions', runButton, stopButton, hint(), el('kbd.wide-only', 'Ctrl Enter')), hint()),
    result));
  drawPreview();
  const keys = event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      start();
    }
  };
  document.addEventListener('keydown', keys);

  function start() {
    if (runs.get(tool.modelName)?.running) { return; }
    if ([...runs.values()].filter(run => run.running).length >= MAX_RUNS) {
      notify(`${MAX_RUNS} calls run or wait already. Decide what waits, or stop waiting for one.`, true);
      return;
    }
    const values = form.submit();
    if (values === null) { return; }
    startRun(tool.modelName, values);
    showResult();
  }

  // The reader goes to the result, and stays there when it changes. Whoever went back to the form is not disturbed.
  function showResult() {
    const heading = result.querySelector('h2');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: isNarrow() ? 'start' : 'nearest' });
  }

  let timer = null;
  let shown = null;
  function draw() {
    const run = runs.get(tool.modelName);
    clearTimeout(timer);
    runButton.disabled = Boolean(run?.running);
    runButton.textContent = run?.running ? `Running, ${duration(Date.now() - run.started)}` : 'Run';
    stopButton.hidden = !run?.running;
    if (run?.running) { timer = setTimeout(draw, 1000); }
    const waiting = run?.running ? waitingApprovals().find(approval => isSameTool(approval, tool)
      && (approval.kind ? Date.parse(approval.created) >= run.started : equal(approval.arguments, run.arguments))) : null;
    const key = `${run?.started} ${run?.running} ${waiting?.id}`;
    if (key !== shown) {
      shown = key;
      const isRead = result.contains(document.activeElement);
      result.replaceChildren(...runResult(run, waiting));
      if (isRead) { showResult(); }
    }
  }

  const listener = name => { if (name === tool.modelName) { draw(); } };
  runListeners.add(listener);
  draw();
  return {
    update: kind => { if (kind === 'approvals') { draw(); } },
    close: () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', keys);
      runListeners.delete(listener);
      entered.set(tool.modelName, form.value);
    }
  };
}

export const isSameTool = (approval, tool) => approval.server === tool.server
  && (approval.tool === tool.name || approval.tool === tool.modelName);

const runListeners = new Set();

// Runs a tool. The call goes on when another view is opened: a person may have to approve it there.
async function startRun(modelName, values) {
  const run = { arguments: values, started: Date.now(), running: true, controller: new AbortController() };
  runs.set(modelName, run);
  const changed = () => runListeners.forEach(listener => listener(modelName));
  notify('');
  changed();
  try {
    const call = async body => (await request(`tools/${encodeURIComponent(modelName)}`,
      { method: 'POST', body, signal: run.controller.signal })).data;
    run.result = await call({ arguments: values });
    if (run.result.outcome === 'suspended') {
      await decided(run.result.approval, run.controller.signal);
      run.result = await call({ arguments: values, approval: run.result.approval });
    }
  } catch (error) {
    run.error = error.name === 'AbortError' ? 'This page no longer waits. The call itself may go on.' : error.message;
  }
  run.running = false;
  run.ended = Date.now();
  announce(run.error ? 'The tool did not run.' : `${OUTCOMES[run.result.outcome]?.[0] ?? run.result.outcome}.`);
  changed();
}

// With mcp.client.approval.suspend-for, a call that needs approval ends at once. It is made again after the decision.
async function decided(id, signal) {
  for (;;) {
    const approval = (await request(`approvals/${encodeURIComponent(id)}`, { signal })).data;
    if (approval.state !== 'waiting') { return; }
    await new Promise(resolve => setTimeout(resolve, 2000));
  }
}

const OUTCOMES = { success: ['Succeeded', 'ok'], failure: ['Failed', 'bad'], refused: ['Refused', 'warn'],
  suspended: ['Waits for a person', 'wait'] };

function runResult(run, waiting) {
  if (!run) {
    return [card('Result', {}, el('p.body.secondary',
      'Not run yet. The result shows the text that the model gets, with its tokens, and what the application gets.'))];
  }
  if (run.running) {
    return [card('Result', {}, el('div.body.stack-small', { role: 'status' }, waiting
      ? [waiting.kind ? el('p', el('b.waits', 'Waits for a person.'), ' The server asks for something during the call.')
        : el('p', el('b.waits', 'Waits for approval.'), ' The call runs when a person allows it.'),
        el('p', el('a', { href: link(['waiting', waiting.id]) }, 'Open what waits'))]
      : el('p', 'Running. You can leave this page: the result stays here.')))];
  }
  if (run.error) { return [card('Result', { head: el('span.chip.bad', 'Not run') }, el('p.body', visible(run.error)))]; }
  const { outcome, millis, executionId, model, application } = run.result;
  const [word, style] = OUTCOMES[outcome] ?? [outcome, ''];
  const content = application?.content ?? [];
  return [
    card('The model gets', { head: [el('span.chip.' + style, word), el('span.secondary.small',
      `result: ${number(model?.tokens ?? 0)} tokens (estimate)`)] },
      el('div.body.stack-small', longText(model?.text ?? '', { 'aria-label': 'Text that the model gets', id: 'model-text' }, 8000),
        outcome === 'suspended' ? el('p.small', 'After the decision or the answer, “Run” with the same arguments goes on with this call.') : null,
        content.some(block => block.type === 'image' || block.type === 'audio') ? el('p.small.secondary',
          'Images and audio are not in this text: by default a model reads a note in their place (settings: ',
          el('code', 'mcp.client.spring-ai.images-for'), ', ', el('code', 'mcp.client.spring-ai.audio-for'), ').') : null)),
    application ? card('The application gets',
      { head: [el('span.secondary.small', 'ToolOutput'), el('span.space'), copyButton(jsonText(application))] },
      el('div.body.stack-small', properties([
        ['content', content.length ? content.map((block, index) => el('div', `${index + 1}: `, blockSummary(block)))
          : el('span.secondary', 'none')],
        ['structuredContent', application.structuredContent === null || application.structuredContent === undefined
          ? el('span.secondary', 'none') : 'below'],
        ['isError', String(Boolean(application.isError))],
        ['_meta', application.meta ? el('code', visible(cut(JSON.stringify(application.meta), 500))) : el('span.secondary', 'none')],
        ['Failure', application.failure ? untrusted(application.failure, 1000) : null],
        ['Time', `${duration(millis ?? 0)}, ended ${clock(run.ended, true)}`],
        ['Execution', executionId ? el('a', { href: link(['calls', executionId]) }, el('code', visible(cut(executionId, 80)))) : null]
      ]),
      application.structuredContent !== null && application.structuredContent !== undefined
        ? el('details', { open: true }, el('summary', 'structuredContent'), longText(jsonText(application.structuredContent))) : null,
      content.filter(block => typeof block.text === 'string').slice(0, 20).map((block, index) =>
        el('details', el('summary', `content, text ${index + 1}, formatted`), longText(formatted(block.text)))))) : null
  ].filter(Boolean);
}

export function formatted(text) {
  try { return jsonText(JSON.parse(text)); } catch { return text; }
}

// An image or a link of a server is named, not shown.
function blockSummary(block) {
  if (typeof block.text === 'string') { return `text, ${count(block.text.length, 'character')}`; }
  const kind = visible(cut(block.type ?? 'unknown', 40));
  const details = [block.mimeType ?? block.resource?.mimeType, typeof block.data === 'string'
    ? `${number(Math.floor(block.data.length * 3 / 4))} bytes` : null, block.uri ?? block.resource?.uri]
    .filter(Boolean).map(detail => visible(cut(detail, 200)));
  return [kind, ...details].join(', ');
}
