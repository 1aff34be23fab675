// Overview, servers, one server, and what waits for a person.
import {
  card, clock, count, cut, duration, el, jsonText, link, loading, longText, notify, number, properties, replaceContent,
  request, route, rovingFocus, state, untrusted, updateRows, userOf, visible, waitingApprovals, waitingWords, wholeSettings, withSettings
} from './common.js';
import { promptsCard, resourcesCard } from './content.js';
import { ELICITATION_STATES, ElicitationDetail } from './elicitations.js';
import { ArgumentsForm, equal, segments } from './form.js';
import { isSameTool, searchedServers, statusOf } from './tools.js';

// --- servers -------------------------------------------------------------------------------------------------------

const STATES = {
  CONNECTED: ['Connected', 'ok'], CONNECTING: ['Connecting', 'secondary'],
  DEGRADED: ['Degraded', 'warn'], NEEDS_AUTHORIZATION: ['Needs sign-in', 'warn'],
  DISCONNECTED: ['Disconnected', 'bad'], DISABLED: ['Disabled', 'secondary'], CLOSED: ['Closed', 'secondary']
};
const RANK = { DISCONNECTED: 0, DEGRADED: 1, NEEDS_AUTHORIZATION: 2, CONNECTING: 3 };

export const stateWord = name => STATES[name]?.[0] ?? name;

// A lazy server that no call needed yet is disconnected, but no problem.
const isIdle = server => server.state === 'DISCONNECTED' && server.start === 'LAZY' && !server.errors;
export const isProblem = server => RANK[server.state] < 3 && !isIdle(server);
const problemsFirst = servers => [...servers].sort((first, second) =>
  (isProblem(first) ? RANK[first.state] : 9) - (isProblem(second) ? RANK[second.state] : 9) || (first.name < second.name ? -1 : 1));

// The reason without the address, which stands beside it.
const reasonOf = ({ reason, address }) => reason && address && reason.startsWith(address + ': ') ? reason.slice(address.length + 2)
  : reason;

export function stateLabel(server) {
  const [word, style] = isIdle(server) ? ['Idle', 'secondary'] : STATES[server.state] ?? [visible(server.state), 'secondary'];
  return el(`span.state.${style}`, { 'data-state': isIdle(server) ? 'IDLE' : server.state }, el('i', { 'aria-hidden': 'true' }), word);
}

const nextAttempt = server => !server.nextAttempt ? null
  : new Date(server.nextAttempt) > new Date() ? `next attempt in ${duration(new Date(server.nextAttempt) - Date.now())}`
    : 'next attempt now';

// Actions that were sent and whose effect is not in the list yet, by server.
const pending = new Map();
const PROGRESS = { refresh: 'Refreshing', restart: 'Restarting', enable: 'Enabling', disable: 'Disabling' };
const actionListeners = new Set();

async function act(server, action) {
  if (pending.has(server)) { return; }
  pending.set(server, action);
  const changed = () => actionListeners.forEach(listener => listener());
  notify('');
  changed();
  try {
    const { data } = await request(`servers/${encodeURIComponent(server)}`, { method: 'POST', body: { action } });
    const index = state.servers?.servers.findIndex(each => each.name === server) ?? -1;
    if (index >= 0 && data) { state.servers.servers[index] = { ...state.servers.servers[index], ...data }; }
  } catch (error) {
    notify(`${server}: ${error.message}`, true);
  }
  pending.delete(server);
  changed();
}

const mainAction = server => server.state === 'CLOSED' ? null
  : server.state === 'DISABLED' ? ['enable', 'Enable']
    : isIdle(server) || server.state === 'NEEDS_AUTHORIZATION' ? ['refresh', 'Connect'] : ['restart', 'Restart'];

function actionButton(server, [action, word], style = '') {
  const running = pending.get(server.name) === action;
  return el('button' + style, {
    type: 'button', 'data-action': action, 'data-focus': action + server.name, 'aria-disabled': pending.has(server.name) ? 'true' : null,
      onclick: () => act(server.name, action)
  }, running ? PROGRESS[action] : word, el('span.visually-hidden', ' ', visible(cut(server.name, 80))));
}

function perUserText(server) {
  const users = state.servers?.perUser?.[server.name];
  const parts = Object.entries(users ?? {}).map(([name, total]) => `${count(total, 'user')} ${stateWord(name).toLowerCase()}`);
  return parts.length ? parts.join(', ') : null;
}

class ServerTable {
  constructor(limit) {
    this.limit = limit;
    this.body = el('tbody');
    this.total = el('span.secondary.small');
    this.all = el('a.small', { href: link(['servers']), hidden: true }, 'All');
    this.text = '';
    const head = limit === Infinity ? null : el('div.card-head', el('h2', 'Servers'), this.total, this.all);
    this.node = el('section.card', { 'aria-label': 'Servers' }, head, el('div.scroll', el('table.table', el('thead', el('tr',
      el('th', { scope: 'col' }, 'State'), el('th', { scope: 'col' }, 'Server'), el('th.number', { scope: 'col' }, 'Offered'),
      el('th.number', { scope: 'col' }, 'Definition tokens'), el('th.number', { scope: 'col' }, 'Errors'),
        el('th', { scope: 'col' }, 'Since'),
      el('th', { scope: 'col' }, el('span.visually-hidden', 'Actions')))), this.body)));
    this.roving = rovingFocus(this.body, 'tr');
    this.draw = this.draw.bind(this);
    actionListeners.add(this.draw);
    this.draw();
  }

  draw() {
    const words = server => [server.name, server.address, server.reason, stateWord(server.state)].join(' ').toLowerCase();
    const all = problemsFirst(state.servers.servers).filter(server => words(server).includes(this.text));
    const maximum = Math.max(1, ...all.map(server => server.tokens ?? 0));
    const shown = all.slice(0, this.limit);
    const total = state.servers.servers.length;
    this.total.textContent = `${shown.length < total ? `${shown.length} of ` : ''}${total}, problems first`;
    this.all.hidden = shown.length === total;
    // What a row shows beside its server is part of its version.
    const rows = shown.map(server => ({ server, maximum, pending: pending.get(server.name) ?? null, users: perUserText(server) }));
    updateRows(this.body, rows, { tag: 'tr', key: row => row.server.name, build: row => this.row(row) });
    this.roving.refresh();
  }

  row({ server, maximum, users }) {
    const action = mainAction(server);
    const meter = el('span.meter', { 'aria-hidden': 'true' });
    meter.style.width = `${Math.round((server.tokens ?? 0) / maximum * 90)}px`;
    const listed = server.tools > 0;
    return [
      el('td', stateLabel(server)),
      el('td.server-cell', el('div.ellipsis', el('a.strong.server-name', { href: link(['servers', server.name]) },
        untrusted(server.name, 80)),
        el('span.secondary.small', { title: visible(cut(wholeSettings(server.reason ?? server.address ?? '', server.name), 500)) },
          isProblem(server) && server.reason ? visible(cut(reasonOf(server), 200))
            : [visible(cut(server.address ?? '', 120)), users ? ` · ${users}` : null]))),
      el('td.number.offered', listed ? [number(server.offered ?? 0), el('span.secondary', ` of ${number(server.tools)}`)]
        : el('span.secondary', 'not listed')),
      el('td.number.wide-only', el('span', server.tokens ? number(server.tokens) : '–'), el('span.meter-space', meter)),
      el(server.errors ? 'td.number.wide-only.bad' : 'td.number.wide-only', server.errors ? number(server.errors) : '–'),
      el('td.secondary.wide-only.nowrap', clock(server.since)),
      el('td.number.action', action ? actionButton(server, action, '.quiet.small') : null)
    ];
  }

  close() { actionListeners.delete(this.draw); }
}

const noServers = () => el('div.stack.narrow', el('h1', 'No servers are configured'),
  el('p.secondary', 'The model gets no tools. Add a server to ', el('code', 'application.yml'), ', or name an ', el('code', 'mcpServers'),
    ' file.'),
  el('pre.log', 'mcp.client.servers.files:\n  command: npx\n  args: [-y, "@modelcontextprotocol/server-filesystem", /data]\n\nmcp.client.config-files.project: .mcp.json'));

export function serversView(main) {
  if (!state.servers) { return untilLoaded(main, 'Servers', serversView); }
  if (!state.servers.servers.length) {
    main.replaceChildren(noServers());
    return { title: 'Servers', update: () => state.servers.servers.length ? serversView(main) : null };
  }
  const table = new ServerTable(Infinity);
  const field = el('input', { type: 'search', id: 'filter', placeholder: 'Filter by name, address, state or reason', autocomplete: 'off',
    spellcheck: 'false', oninput: () => { table.text = field.value.trim().toLowerCase(); table.draw(); } });
  main.replaceChildren(el('div.stack-small', el('div.line', el('h1', 'Servers'), table.total),
    el('label.visually-hidden', { for: 'filter' }, 'Filter servers'), field, table.node));
  return { title: 'Servers', update: kind => { if (kind === 'servers') { table.draw(); } }, close: () => table.close() };
}

// A view without data yet: gray rows, and the view itself as soon as data is there.
function untilLoaded(main, title, view) {
  main.replaceChildren(loading(title));
  return { title, update: () => state.servers ? view(main) : null };
}

// Counters that are 0 only say how many they are.
function counters(values) {
  const words = name => visible(cut(name, 60)).replace(/([A-Z])/g, ' $1').toLowerCase();
  const counted = Object.entries(values).filter(([, value]) => value !== 0);
  const zeros = Object.keys(values).length - counted.length;
  return [counted.length ? properties(counted.map(([name, value]) => [words(name), typeof value === 'number' ? number(value)
    : visible(cut(value, 100))])) : null,
    zeros ? el('p.secondary.small', { title: Object.keys(values).filter(name => values[name] === 0).map(words).join(', ') },
      counted.length ? `${count(zeros, 'further counter is', 'further counters are')} 0.` : 'All are 0.') : null];
}

// What is set for a server, and where. What may be a secret has no value here.
function configuration(server) {
  const body = el('div.body', el('p.secondary', 'Loading'));
  const prefix = `mcp.client.servers.${server}.`;
  request(`servers/${encodeURIComponent(server)}/configuration`).then(({ data }) => replaceContent(body, data.properties.length
    ? properties(data.properties.map(({ name, value, origin }) => [
      el('code', { title: name }, visible(cut(name.startsWith(prefix) ? name.slice(prefix.length) : name, 120))),
      [value === null ? el('span.secondary', 'is set, not shown') : el('code', visible(cut(value, 500))),
        origin ? el('span.secondary.small', ` ${visible(cut(origin, 120))}`) : null]]))
    : el('p.secondary', 'No property below ', el('code', prefix + '*'), ': a file of servers, another starter or a bean adds the server.')),
  error => replaceContent(body, el('p.note.bad', visible(error.message))));
  return card('Configuration', { head: el('span.secondary.small', 'defaults of the library left out') }, body);
}

// What is wrong with a server, what to write, and in which line.
function diagnosis(server) {
  const body = el('div', el('p.body.secondary', 'Loading'));
  const load = () => request(`servers/${encodeURIComponent(server)}/doctor`).then(({ data }) => replaceContent(body, data.findings.length
    ? el('ul.rows', data.findings.map(({ severity, cause, setting, origin, advice }) => el('li',
      el('span.secondary.small', visible(severity.toLowerCase()), setting ? [', ', el('code', visible(cut(setting, 120)))] : null,
        origin ? ` ${visible(cut(origin, 120))}` : null),
      el('bdi', visible(cut(cause, 1000))), el('p.small', visible(cut(advice, 500))))))
    : el('p.body.secondary', 'No problem was found.')),
  error => replaceContent(body, el('p.note.bad', visible(error.message))));
  return { load, card: card('Diagnosis', { head: el('span.secondary.small', 'nothing is sent for it') }, body) };
}

const newestFirst = errors => [...errors].sort((first, second) => first.at < second.at ? 1 : -1);

export function serverView(main) {
  const { item } = route();
  let detail = null;
  let closed = false;
  const head = el('div.line');
  const problem = el('div');
  const body = el('div.columns.servers-columns');
  const settings = configuration(item);
  const findings = diagnosis(item);
  // Beside what is drawn anew: the reader may be typing there.
  const further = [promptsCard(item), resourcesCard(item)];
  main.replaceChildren(loading(item));

  async function load() {
    try {
      const { data } = await request(`servers/${encodeURIComponent(item)}`);
      if (closed) { return; }
      if (!detail) { main.replaceChildren(el('div.stack', head, problem, body, further)); }
      detail = data;
      draw();
    } catch (error) {
      if (!closed && !detail) { main.replaceChildren(el('div.stack.narrow', el('h1', untrusted(item, 80)),
        el('p.note.bad', visible(error.message)))); }
    }
  }

  let version = null;
  function draw() {
    if (!detail) { return; }
    const server = { ...detail, ...state.servers?.servers.find(each => each.name === item) };
    replaceContent(head, el('a.secondary', { href: link(['servers']) }, 'Servers'), el('span.secondary', '/'),
      el('h1', untrusted(server.name, 80)), stateLabel(server),
      el('span.secondary', `since ${clock(server.since, true)}`), el('span.space'), serverActions(server));
    replaceContent(problem, server.reason ? el(server.state === 'DISCONNECTED' ? 'div.note.bad' : 'div.note',
      el('b', withSettings(reasonOf(server), server.name)),
      nextAttempt(server) ? el('span.secondary', ` · ${nextAttempt(server)}`) : null) : null);
    // Logs stay as they are while nothing in them changed: the reader may have scrolled or selected.
    const next = JSON.stringify([detail, server.tools, server.offered, server.tokens, server.counters]);
    if (next === version) { return; }
    version = next;
    findings.load();
    const errors = detail.errorList ?? [];
    replaceContent(body, el('div.stack',
      findings.card,
      card('Standard error', { head: el('span.secondary.small', 'from the server, the end') }, el('div.body', detail.standardError
        ? longText(detail.standardError, { 'aria-label': 'Standard error' }, 16_000)
          : el('p.secondary', 'Nothing was written, or the server is no process.'))),
      card('Errors', { head: el('span.secondary.small', count(errors.length, 'error') + ', newest first') }, errors.length
        ? el('ul.rows', newestFirst(errors).slice(0, 50).map(error => el('li',
          el('span.secondary.small', clock(error.at, true), error.operation ? `, ${visible(cut(error.operation, 60))}` : null),
          el('bdi', withSettings(reasonOf({ reason: cut(error.message, 1000), address: server.address }), server.name)))))
        : el('p.body.secondary', 'None.')),
      detail.instructions ? card('Instructions', { head: el('span.secondary.small', 'from the server, unverified') },
        el('div.body', longText(detail.instructions, { 'aria-label': 'Instructions' }))) : null,
      settings),
    el('div.stack',
      card('Status', {}, el('div.body', properties([
        ['Address', el('code', visible(cut(server.address ?? '', 300)))],
        ['Start', server.start ? server.start.toLowerCase() : null],
        ['Protocol', server.protocolVersion],
        ['Server', server.implementation ? untrusted(server.implementation, 200) : null],
        ['Disabled by', server.disabledBy],
        ['Users', perUserText(server)],
        ['Tools', el('a', { href: link(['tools'], { server: server.name, group: 'all' }) }, server.tools
          ? `${number(server.offered ?? 0)} offered of ${number(server.tools)} listed` : 'not listed')],
        ['Definition tokens', `${number(server.tokens ?? 0)} (estimate)`],
        ['Activity', [el('a', { href: link(['calls'], { text: server.name, group: 'all' }) }, 'Calls'), ', ',
          el('a', { href: link(['trace'], { server: server.name }) }, 'Trace')]]
      ]))),
      card('Counters', { head: el('span.secondary.small', 'since the start of the application') },
        el('div.body', counters(server.counters ?? {})))));
  }

  actionListeners.add(draw);
  load();
  // The details follow the list of servers, at a slower pace.
  const timer = setInterval(() => { if (!document.hidden) { load(); } }, 4000);
  return {
    title: cut(item, 60),
    update: kind => { if (kind === 'servers') { draw(); } },
    close: () => { closed = true; clearInterval(timer); actionListeners.delete(draw); }
  };
}

function serverActions(server) {
  if (server.state === 'CLOSED') { return null; }
  if (server.state === 'DISABLED') { return actionButton(server, ['enable', 'Enable'], '.primary'); }
  const connects = isIdle(server) || server.state === 'NEEDS_AUTHORIZATION' || server.state === 'DISCONNECTED';
  return [
    actionButton(server, ['restart', 'Restart'], '.primary'),
    actionButton(server, ['refresh', connects ? 'Connect' : 'Refresh tools']),
    actionButton(server, ['disable', 'Disable'], '.danger')
  ];
}

// --- overview ------------------------------------------------------------------------------------------------------

export function overviewView(main) {
  if (!state.servers) { return untilLoaded(main, 'Overview', overviewView); }
  if (!state.servers.servers.length) {
    main.replaceChildren(noServers());
    return { title: 'Overview', update: () => state.servers.servers.length ? overviewView(main) : null };
  }
  const summary = el('section.summary', { 'aria-label': 'Summary' });
  const waiting = el('ul.rows');
  const waitingAll = el('a.small', { href: link(['waiting']) });
  const waitingCard = card('Waiting', { head: [el('span.space'), waitingAll] }, waiting);
  const problems = el('ul.rows');
  const problemTotal = el('span.secondary.small');
  const problemCard = card('Problems', { head: problemTotal }, problems);
  const table = new ServerTable(12);
  const { warning } = state.session;
  main.replaceChildren(el('h1.visually-hidden', 'Overview'), el('div.stack',
    warning ? el('p.note.bad', { id: 'warning' }, withSettings(warning), '.') : null, summary, el('div.columns', waitingCard, problemCard),
    table.node));

  let version = null;
  function draw() {
    const approvals = waitingApprovals();
    const next = JSON.stringify([state.servers.toolSearch, state.servers.unknownToolCalls,
      state.approvals?.map(approval => [approval.id, approval.state])]) + (state.tools?.version ?? '');
    if (next !== version) {
      version = next;
      replaceContent(summary, summaryTiles());
    }
    waitingCard.hidden = approvals.length === 0;
    waitingAll.hidden = approvals.length <= 4;
    waitingAll.textContent = `All ${approvals.length}`;
    updateRows(waiting, approvals.slice(0, 4), { tag: 'li', key: approval => approval.id, build: waitingRow });
    const failing = problemsFirst(state.servers.servers).filter(isProblem);
    const tools = state.tools?.tools.filter(tool => statusOf(tool).group === 'problem') ?? [];
    problemCard.hidden = failing.length + tools.length === 0;
    problemTotal.textContent = [failing.length ? count(failing.length, 'server') : null, tools.length ? count(tools.length, 'tool')
      : null].filter(Boolean).join(', ');
    const entries = [...failing.slice(0, tools.length ? 3 : 4).map(server => ({ server })),
      ...tools.slice(0, Math.max(1, 4 - failing.length)).map(tool => ({ tool }))];
    updateRows(problems, entries, { tag: 'li', key: entry => entry.server?.name ?? `${entry.tool.server} ${entry.tool.name}`,
      build: problemRow });
  }
  draw();
  return { title: 'Overview', update: kind => { draw(); if (kind === 'servers') { table.draw(); } }, close: () => table.close() };
}

const userWords = approval => userOf(approval) ?? 'no user';

const elicitationWords = ({ kind, server }) => [kind === 'form' ? 'form of ' : 'URL of ', untrusted(server, 80)];

function waitingRow(approval) {
  return [el('div.line.no-wrap', el('a.strong.ellipsis', { href: link(['waiting', approval.id]) },
    untrusted(approval.kind ? approval.message : approval.question ?? approval.title ?? approval.tool, 160)),
    el('span.space'), el('span.secondary.small.nowrap', approval.expires ? `until ${clock(approval.expires)}` : null)),
  el('div.secondary.small.ellipsis', untrusted(userWords(approval), 60), ', ', clock(approval.created), approval.reason
    ? [' · ', visible(cut(approval.reason, 160))] : approval.kind ? [' · ', elicitationWords(approval)] : null)];
}

function problemRow({ server, tool }) {
  if (server) {
    return [el('div.line.no-wrap', stateLabel(server), el('a.strong.ellipsis', { href: link(['servers', server.name]) },
      untrusted(server.name, 80)), el('span.space'),
      el('span.secondary.small.nowrap', `since ${clock(server.since)}`)),
    el('div.small',
      withSettings(cut(reasonOf(server) ?? perUserText(server) ?? stateWord(server.state), 300), server.name))];
  }
  return [el('div.line.no-wrap', el('span.chip.warn', statusOf(tool).word), el('a.strong.mono.ellipsis', {
    href: tool.modelName && tool.status !== 'same name' ? link(['tools', tool.modelName], { tab: 'way' })
      : link(['missing'], { tool: tool.modelName ?? tool.name })
  }, untrusted(tool.modelName ?? tool.name, 160))), el('div.small',
    tool.status === 'same name' ? 'Two servers have a tool of this name: ' : null, withSettings(cut(tool.reason ?? '', 300), tool.server))];
}

function summaryTiles() {
  const tools = state.tools?.tools ?? [];
  const searched = searchedServers();
  const groups = { offered: [], search: [], configuration: [], problem: [] };
  tools.forEach(tool => {
    const { group, style } = statusOf(tool, searched);
    groups[group === 'offered' && style === 'search' ? 'search' : group].push(tool);
  });
  const tokens = list => list.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0);
  const available = tokens(groups.offered) + tokens(groups.search);
  const decision = (state.servers.toolSearch?.decisions ?? []).find(each => each.active) ?? state.servers.toolSearch?.decisions?.[0];
  const unknownServers = state.servers.servers.filter(server => !server.tools && server.state !== 'CONNECTED').length;
  const approvals = waitingApprovals();
  const unknownOutcomes = (state.approvals ?? []).filter(approval => approval.state === 'unknown').length;
  const bar = el('div.bar', { role: 'img',
    'aria-label': `${number(groups.offered.length)} offered, ${number(groups.search.length)} by search, `
    + `${number(groups.configuration.length)} left out by configuration, ${number(groups.problem.length)} by a problem` },
  [['sent', groups.offered], ['search', groups.search], ['configuration', groups.configuration],
    ['problem', groups.problem]].filter(([, list]) => list.length).map(([style, list]) => {
    const part = el('b.' + style);
    part.style.flexGrow = String(list.length);
    return part;
  }));
  const groupLink = (group, ...content) => el('a', { href: link(['tools'], { group, server: '' }) }, content);
  return [
    el('div', el('h2', 'The model gets'), el('p.value', count(groups.offered.length, 'tool'), groups.search.length
      ? el('span.unit', ' and search tools') : null), bar,
      el('p.small.secondary', !state.tools ? 'Loading' : groups.search.length
        ? groupLink('offered', `${number(groups.search.length)} more by search`) : groupLink('offered', 'all of them directly'))),
    el('div', el('h2', 'Left out'),
      el('div.pair', el('div', el('p.value', number(groups.configuration.length)),
        el('p.small', groupLink('configuration', el('span.legend.configuration', 'by configuration')))),
        el('div', el(groups.problem.length ? 'p.value.warn' : 'p.value', number(groups.problem.length)),
          el('p.small', groupLink('problem', el('span.legend.problem', 'by a problem'))))),
      el('p.small.secondary', `of ${number(tools.length)} listed`, unknownServers
        ? ['; ', el('a', { href: link(['servers']) }, `tools of ${count(unknownServers, 'server')} unknown`)] : null),
      state.servers.unknownToolCalls ? el('p.small', el('a', { href: link(['calls'], { group: 'failed' }),
        title: 'The model called tools by names that no server has, since the application started' },
      count(state.servers.unknownToolCalls, 'call of a tool that does not exist', 'calls of tools that do not exist'))) : null),
    el('div', el('h2', 'Cost of definitions'),
      el('p.value', number(groups.search.length ? tokens(groups.offered) : available),
        el('span.unit', groups.search.length ? ' tokens without search tools' : ' tokens per request')),
      budgetBar(groups.search.length ? tokens(groups.offered) : available, available, decision?.tokenBudget),
      el('p.small.secondary', groups.search.length ? `${number(available)} if all were sent. ` : null,
        decision ? visible(cut(decision.reason ?? '', 300)) : decision === undefined && state.servers.toolSearch
          ? 'Tool search has not decided yet.' : 'An estimate; no tool search.')),
    el('div', el('h2', 'Waits for you'), el(approvals.length ? 'p.value.waits' : 'p.value', number(approvals.length)),
      el('p.small', !state.approvalsInUse ? el('span.secondary', 'Approvals are not in use.')
        : approvals.length ? el('a', { href: link(['waiting']) }, waitingWords())
          : el('span.secondary', 'Nothing waits.')),
      unknownOutcomes ? el('p.small', el('a', { href: link(['waiting']) }, count(unknownOutcomes, 'unknown outcome'))) : null)
  ];
}

function budgetBar(tokens, available, budget) {
  const maximum = Math.max(1, available, budget ?? 0);
  const part = el('b.sent');
  part.style.width = `${tokens / maximum * 100}%`;
  const node = el('div.bar.plain', { role: 'img', 'aria-label': `${number(tokens)} tokens${budget ? `, budget ${number(budget)}` : ''}` },
    part);
  if (budget) {
    const mark = el('s', { title: `budget ${number(budget)}` });
    mark.style.left = `${Math.min(99.5, budget / maximum * 100)}%`;
    node.append(mark);
  }
  return node;
}

// --- what waits ----------------------------------------------------------------------------------------------------

const APPROVAL_STATES = {
  waiting: 'waits', allowed: 'allowed', denied: 'rejected', executing: 'allowed, runs now', executed: 'ran',
    'not-executed': 'allowed, did not run', unknown: 'outcome unknown',
  expired: 'expired'
};

const EXECUTIONS = { allowed: 'It has not run yet.', executing: 'It runs now.', executed: 'It ran.', 'not-executed': 'It did not run.',
  unknown: 'The request was sent, and no answer came before the application stopped. Look at the server before you run it again.' };

// What was decided, in words, with the style of its note.
function decided({ state: current, decision = '', changedArguments }) {
  if (/^deny|^reject/.test(decision)) { return ['Rejected', 'info']; }
  if (decision.startsWith('answer')) { return ['Answered instead of the tool', 'info']; }
  if (!decision) { return [APPROVAL_STATES[current] ?? visible(current), 'warn']; }
  return ['Approved' + (changedArguments ? ' with changes' : '') + (decision.includes('always') ? ', and always from now on,' : ''),
    current === 'unknown' || current === 'not-executed' ? 'warn' : 'good'];
}

// Leads to what waits next, so that one decides one after the other.
export function nextWaiting(id) {
  const next = waitingApprovals().filter(each => each.id !== id).sort((first, second) => first.created < second.created ? -1 : 1)[0];
  return next ? el('p', el('a', { href: link(['waiting', next.id]) }, 'Next: ',
    untrusted(next.kind ? next.message : next.question ?? next.title ?? next.tool, 80))) : null;
}

const approvalGroup = approval => approval.state === 'waiting' ? 'Open' : approval.state === 'unknown' ? 'Unknown outcome'
  : 'Decided';

export function waitingView(main) {
  const { item } = route();
  if (!state.approvalsInUse) {
    main.replaceChildren(el('div.stack.narrow', el('h1', 'Waiting'), el('p.secondary',
      'Approvals are not in use: no call waits for a person.')));
    return { title: 'Waiting' };
  }
  if (!state.approvals) {
    main.replaceChildren(loading('Waiting'));
    return { title: 'Waiting', update: () => state.approvals || !state.approvalsInUse ? waitingView(main) : null };
  }
  const total = el('span.secondary');
  const list = el('div.inbox-list');
  const detail = el('div.inbox-detail');
  const roving = rovingFocus(list, 'a');
  main.replaceChildren(el('div.stack-small', el('h1', 'Waiting ', total),
    el(item ? 'div.inbox.open' : 'div.inbox', el('div.card', list), detail)));

  // The item that is shown stays, whoever decides in the meantime: the reader learns of it in place.
  const order = ['Open', 'Unknown outcome', 'Decided'];
  const sorted = () => [...state.approvals].sort((first,
    second) => order.indexOf(approvalGroup(first)) - order.indexOf(approvalGroup(second))
    || (first.created < second.created ? -1 : 1));
  const selected = item ?? sorted()[0]?.id ?? null;
  let current = null;

  function draw() {
    const approvals = sorted();
    total.textContent = number(waitingApprovals().length);
    updateRows(list, approvals.map(approval => ({ ...approval, isSelected: approval.id === selected })), {
      tag: 'a', key: approval => approval.id, className: approval => `inbox-item ${approval.state}`,
      build: approval => [el('span.line.no-wrap', el('b.ellipsis', untrusted(approval.kind ? approval.message : approval.title ?? approval.tool, 100)), el('span.space'),
        el('span.secondary.small.nowrap', approval.state === 'waiting' ? (approval.expires ? `until ${clock(approval.expires)}` : 'waits')
          : (approval.kind ? ELICITATION_STATES : APPROVAL_STATES)[approval.state] ?? visible(approval.state))),
      el('span.secondary.small.ellipsis', approval.kind ? elicitationWords(approval)
        : visible(cut(Object.values(approval.changedArguments ?? approval.arguments ?? {}).map(value => typeof value === 'object' ? JSON.stringify(value)
        : String(value)).join(', '), 160))),
      el('span.secondary.small.ellipsis', untrusted(userWords(approval), 60), approval.decidedBy ?? approval.answeredBy
        ? [', by ', untrusted(approval.decidedBy ?? approval.answeredBy, 60)] : null)]
    });
    for (const row of list.children) {
      row.setAttribute('href', link(['waiting', row.dataset.key]));
      if (row.dataset.key === selected) { row.setAttribute('aria-current', 'true'); }
    }
    roving.refresh();
    if (!approvals.length && !current) { list.replaceChildren(el('p.body.secondary', 'Nothing waits.')); }
    const approval = approvals.find(each => each.id === selected);
    if (!current && approval) {
      current = approval.kind ? new ElicitationDetail(approval, detail) : new ApprovalDetail(approval, detail);
    } else if (current) {
      current.update(approval);
    } else if (item) {
      detail.replaceChildren(el('p.note', 'This question is no longer kept: it was decided or it expired.'));
    }
  }
  draw();
  const keys = event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, textarea, select')) { return; }
    // No single key approves: "a" only moves the focus to the button.
    if (event.key === 'a') { current?.focusAllow(); }
    if (event.key === 'r') { current?.ask('deny'); event.preventDefault(); }
  };
  document.addEventListener('keydown', keys);
  const timer = setInterval(() => current?.drawRemaining(), 1000);
  return {
    title: 'Waiting',
    update: kind => { if (kind === 'approvals') { draw(); } else if (kind === 'tools') { current?.loadSchema(); } },
    close: () => { document.removeEventListener('keydown', keys); clearInterval(timer); current?.close(); }
  };
}

class ApprovalDetail {
  constructor(approval, parent) {
    this.approval = approval;
    this.remaining = el('b.nowrap');
    this.formSpace = el('div');
    this.preview = el('pre.log', { 'aria-label': 'Arguments of the call' });
    this.previewTitle = el('summary', 'Exactly this will run, once');
    this.allowButton = el('button.primary', { type: 'button', id: 'allow', onclick: () => this.allow() }, 'Approve');
    this.jsonButton = el('button.quiet.small',
      { type: 'button', onclick: () => { this.jsonButton.textContent = this.form.toggle() ? 'Edit as form' : 'Edit as JSON'; } },
      'Edit as JSON');
    this.question = el('div');
    this.wants = el('span');
    this.facts = el('div');
    this.outcome = el('div', { 'aria-live': 'polite', tabindex: -1 });
    this.onlySent = el('p.small.secondary', { id: 'only-sent', hidden: true },
      'Approving always is for the arguments that the model sent: undo the changes first.');
    this.alwaysButton = el('button', { type: 'button', 'data-focus': 'allow-always', 'aria-describedby': 'only-sent', onclick: () => this.ask('allow-always') },
      'Approve always…');
    this.actions = el('div.actions', this.allowButton,
      el('button.danger', { type: 'button', 'data-focus': 'deny', onclick: () => this.ask('deny') }, 'Reject…'), this.alwaysButton,
      el('button', { type: 'button', 'data-focus': 'answer', onclick: () => this.ask('answer') }, 'Answer instead…'), this.onlySent);
    this.note = el('p.secondary.small');
    this.keys = el('span.secondary.small.wide-only', el('kbd', 'a'), ' go to Approve, ', el('kbd', 'r'), ' reject');
    parent.replaceChildren(el('section.card', { 'aria-label': 'Approval' },
      el('div.card-head', el('a.back', { href: link(['waiting']) }, 'Back'),
        el('h2.big', untrusted(approval.question ?? approval.title ?? approval.tool, 500))),
      el('div.body.stack',
        this.outcome,
        el('p', approval.user ? [el('b', untrusted(approval.user, 80)), ': the'] : 'The', ' model ', this.wants, ' to call ',
          el('code', untrusted(approval.tool, 200)),
          approval.server ? [' of ', untrusted(approval.server, 80)] : null, `, since ${clock(approval.created, true)}. `,
            this.remaining),
        this.formSpace,
        el('details', { open: true }, this.previewTitle, this.preview),
        this.facts),
      this.question, this.actions, el('div.line.hint-line', this.note, el('span.space'), this.keys)));
    this.showForm(null);
    this.loadSchema();
    this.update(approval);
  }

  // The form of the tool, if its schema can be had; JSON until then.
  async loadSchema() {
    const tool = state.tools?.tools.find(each => isSameTool(this.approval, each));
    if (this.schemaRequested || !tool?.modelName) { return; }
    this.schemaRequested = true;
    try {
      const { data } = await request(`tools/${encodeURIComponent(tool.modelName)}`);
      if (!this.form.isChanged && !this.isClosed) { this.showForm(data.listed?.inputSchema ?? null); }
    } catch { /* the arguments stay editable as JSON */ }
  }

  showForm(schema) {
    this.form = new ArgumentsForm(schema ?? {}, { value: this.approval.arguments ?? {}, compare: true,
      onchange: () => this.drawChange() });
    if (!schema) { this.form.toggle(); }
    this.jsonButton.hidden = !schema;
    this.formSpace.replaceChildren(this.form.node, this.jsonButton);
    this.drawChange();
  }

  drawChange() {
    if (!this.form || this.formSpace.hidden) { return; }
    const value = this.form.value;
    const changed = !equal(value, this.approval.arguments ?? {});
    this.preview.textContent = jsonText(changed ? value : this.approval.arguments ?? {});
    this.allowButton.textContent = changed ? 'Approve with changes' : 'Approve';
    // What is remembered is the call of the model, not what a person made of it.
    for (const button of [this.alwaysButton, this.rememberButton]) { if (button) { button.disabled = changed; } }
    this.onlySent.hidden = !changed;
  }

  drawNote() {
    this.note.textContent = this.isOpen && state.session?.user
      ? `You decide as ${visible(state.session.user)}; your name is recorded.` : '';
  }

  // While a further question is open, its own button is the only one that decides.
  drawActions() {
    const isAsking = this.question.hasChildNodes();
    this.actions.hidden = !this.isOpen || isAsking;
    this.keys.hidden = this.actions.hidden;
    if (this.isOpen) { this.previewTitle.textContent = isAsking ? 'Arguments of the call' : 'Exactly this will run, once'; }
  }

  drawRemaining() {
    if (!this.approval.expires || !this.isOpen) { this.remaining.textContent = ''; return; }
    const milliseconds = new Date(this.approval.expires) - Date.now();
    this.remaining.textContent = milliseconds > 0 ? `Expires in ${duration(Math.max(1000, milliseconds))}.` : 'It expires now.';
  }

  // approval: as the application has it now, or undefined if it is gone.
  update(approval) {
    if (approval) { this.approval = { ...approval, arguments: this.approval.arguments }; }
    const isOpen = approval?.state === 'waiting';
    // An answer that was on its way when this page decided.
    if (isOpen && this.isDecided) { return; }
    this.isOpen = isOpen;
    this.drawNote();
    this.drawFacts();
    if (!isOpen) {
      if (this.question.contains(document.activeElement)) { this.outcome.focus(); }
      this.question.replaceChildren();
      this.formSpace.hidden = true;
      this.previewTitle.textContent = 'Arguments that the model sent';
      this.preview.textContent = jsonText(this.approval.arguments ?? {});
    }
    this.drawActions();
    const key = `${approval?.state} ${approval?.decidedBy}`;
    // What this page decided stays on it, also if the application forgets the question at once.
    if (key !== this.shown && (approval || !this.isDecided)) {
      this.shown = key;
      this.drawOutcome(approval);
    }
    this.drawRemaining();
  }

  drawFacts() {
    this.wants.textContent = this.isOpen ? 'wants' : 'wanted';
    const { reason, server, expires } = this.approval;
    replaceContent(this.facts, properties([[this.isOpen ? 'Waits because' : 'Waited because', reason ? withSettings(reason, server) : null],
      ['Expires', !this.isOpen ? null : expires ? clock(expires, true) : 'never']]));
  }

  drawOutcome(approval) {
    const [words, style] = approval ? decided(approval) : ['No longer kept: it was decided or it expired', 'warn'];
    this.outcome.replaceChildren(this.isOpen ? '' : el(`div.note.${style}.stack-small`,
      el('p', el('b', words), approval?.decidedBy ? [' by ', untrusted(approval.decidedBy, 80)] : null,
        this.decidedAt ? ` at ${clock(this.decidedAt)}` : null, '. ', approval?.decision ? EXECUTIONS[approval.state] : null),
      approval?.changedArguments ? el('details', { open: true }, el('summary', 'Allowed with these arguments'),
        longText(jsonText(approval.changedArguments))) : null,
      nextWaiting(this.approval.id)));
  }

  focusAllow() {
    if (!this.actions.hidden) { this.allowButton.focus(); }
  }

  allow() {
    const changed = this.form.isChanged;
    const value = this.form.submit();
    if (value === null) { return; }
    this.decide(changed ? { decision: 'allow', arguments: value } : { decision: 'allow' });
  }

  // A further question before the decision is sent.
  ask(decision) {
    if (this.actions.hidden) { return; }
    const always = decision === 'allow-always';
    const field = always ? null : el('input', { id: 'decision-text', autocomplete: 'off' });
    const scope = always ? segments(['these arguments', 'this tool'], 0) : null;
    const users = always ? segments([cut(userWords(this.approval), 40), 'all users'], 0) : null;
    scope?.node.setAttribute('aria-label', 'Calls');
    users?.node.setAttribute('aria-label', 'Users');
    const [label, word] = {
      deny: ['Reason, the model reads it (optional)', 'Reject'],
      answer: ['Text that the model gets in place of a result; the tool does not run', 'Answer'],
      'allow-always': ['The call runs with these arguments. No further question for', 'Approve and remember']
    }[decision];
    const send = () => {
      const text = field?.value.trim() ?? '';
      if (decision === 'answer' && !text) { field.focus(); return; }
      this.decide(decision === 'deny' ? { decision, ...text && { reason: text } } : decision === 'answer' ? { decision, text }
        : { decision, ...!scope.index() && { theseArguments: true }, ...users.index() && { allUsers: true } });
    };
    field?.addEventListener('keydown', event => { if (event.key === 'Enter') { send(); } });
    const button = el(decision === 'deny' ? 'button.danger' : 'button.primary', { type: 'button', id: 'decide', onclick: send }, word);
    this.rememberButton = always ? button : null;
    const close = () => {
      this.question.replaceChildren();
      this.drawActions();
      this.actions.querySelector(`[data-focus=${decision}]`).focus();
    };
    const cancel = el('button.quiet', { type: 'button', onclick: close }, 'Cancel');
    this.question.replaceChildren(el('div.body.question.stack-small', field ? el('label', { for: 'decision-text' }, label)
      : el('p', label), field, always ? el('div.line', scope.node, 'for', users.node) : null, el('div.line', button, cancel)));
    this.drawActions();
    // The field, or the first choice: the narrowest.
    const first = this.question.querySelector('input');
    first.focus({ preventScroll: true });
    this.question.firstChild.scrollIntoView({ block: 'nearest' });
  }

  async decide(body) {
    if (this.isSending) { return; }
    this.isSending = true;
    notify('');
    try {
      await request(`approvals/${encodeURIComponent(this.approval.id)}`, { method: 'POST', body });
      this.isDecided = true;
      this.isOpen = false;
      this.decidedAt = Date.now();
      this.question.replaceChildren();
      this.drawActions();
      this.drawNote();
      this.drawFacts();
      this.formSpace.hidden = true;
      this.drawOutcome({ state: null, decision: body.decision, changedArguments: body.arguments, decidedBy: state.session?.user });
      this.outcome.focus();
      this.shown = null;
    } catch (error) {
      const decided = error.status === 409 || error.status === 404;
      notify(decided ? `Not sent: the question was decided already. ${error.message}` : error.message, true);
    }
    this.isSending = false;
    document.dispatchEvent(new Event('console-poll'));
  }

  close() { this.isClosed = true; }
}
