// A stand-in for an application with a console: 50 servers, 2,000 tools, hostile texts, three calls, a form and a URL that wait. Serves the page from its
// sources with the headers of the application, and answers the JSON API from memory.
//
//   node mcp-console/src/test/browser/fixture.mjs [PORT]      prints the address with the token
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../main/resources/io/mcpbridge/spring/console/page/', import.meta.url));
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HOSTILE = '<script>document.title="pwned"</script><img src=x onerror="document.title=\'pwned\'"> https://evil.example \u202egnp.exe\u200b';
const ago = seconds => new Date(Date.now() - seconds * 1000).toISOString();

const string = (description, more) => ({ type: 'string', description, ...more });
const comment = (position, description) => ({
  type: 'object', required: ['path', position, 'body'], additionalProperties: false,
  properties: { path: string('The relative path to the file being commented on'), [position]: { type: 'number', description }, body: string('Text of the review comment') }
});
const SCHEMAS = {
  create_pull_request_review: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', required: ['owner', 'repo', 'pull_number', 'body', 'event'], properties: {
    owner: string('Repository owner (username or organization)'), repo: string('Repository name'), pull_number: { type: 'number', description: 'Pull request number' },
    commit_id: string('The SHA of the commit that needs a review'), body: string('The body text of the review'),
    event: { type: 'string', enum: ['APPROVE', 'REQUEST_CHANGES', 'COMMENT'], description: 'The review action to perform' },
    comments: { type: 'array', description: 'Comments to post as part of the review (specify either position or line, not both)',
      items: { anyOf: [comment('position', 'The position in the diff where you want to add a review comment'), comment('line', 'The line number in the file')] } } } },
  merge_pull_request: { type: 'object', required: ['owner', 'repo', 'pull_number'], properties: {
    owner: string('Repository owner'), repo: string('Repository name'), pull_number: { type: 'integer', minimum: 1 }, commit_title: string('Title'), commit_message: string('Message'),
    merge_method: { enum: ['merge', 'squash', 'rebase'], description: 'Merge method' } } },
  query: { type: 'object', required: ['sql'], $defs: { Node: { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/$defs/Node' } }, required: ['name'] } }, properties: {
    sql: { type: 'string', title: 'SQL', description: HOSTILE, maxLength: 5000 }, limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 }, dry_run: { type: 'boolean', default: true },
    verbose: { type: 'boolean' }, level: { oneOf: [{ const: 1, title: 'Low' }, { const: 2, title: 'High' }] }, tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    since: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, options: { type: 'object', required: ['schema'], properties: { schema: { type: 'string' }, node: { $ref: '#/$defs/Node' } } },
    filter: { type: 'object', additionalProperties: true, description: 'Anything' }, target: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'string' } }] } } }
};
const EVENT = { type: 'object', required: ['event'], properties: { event: { type: 'object', required: ['title'], properties: { title: string('Title of the event'), place: string('Place') } } } };
const OTHER_SCHEMA = { type: 'object', required: ['path'], properties: { path: string('Path'), recursive: { type: 'boolean' } } };

const FIXED = { postgres: 'DISCONNECTED', sentry: 'DEGRADED', notion: 'NEEDS_AUTHORIZATION', github: 'CONNECTED', filesystem: 'CONNECTED', lazy: 'DISCONNECTED', slack: 'DISABLED' };
const REASONS = { DISCONNECTED: 'the server process ended with exit code 1 (setting: args)', DEGRADED: 'circuit breaker open: 5 consecutive calls failed (HTTP 503)', NEEDS_AUTHORIZATION: '2 of 3 users must sign in' };
const names = [...Object.keys(FIXED), ...Array.from({ length: 43 }, (_, index) => `server-${String(index + 1).padStart(2, '0')}`)];
const servers = names.map((name, index) => ({
  name, state: FIXED[name] ?? 'CONNECTED', since: ago(3600 + index), reason: name === 'lazy' ? null : REASONS[FIXED[name]] ?? null, disabledBy: name === 'slack' ? 'mcp.client.servers.slack.enabled' : null,
  address: index % 3 ? `stdio: npx -y @modelcontextprotocol/server-${name}` : `https://${name}.example/mcp`, start: name === 'lazy' ? 'LAZY' : 'EAGER', protocolVersion: '2025-11-25',
  implementation: index % 7 ? `${name} 1.0.${index}` : HOSTILE, tools: 0, offered: 0, tokens: 0, nextAttempt: name === 'postgres' ? ago(-25) : null, errors: name === 'postgres' ? 14 : 0,
  counters: { calls: 10 * index, reconnects: index % 3, bytesReceived: 1000 * index }
}));
const settings = name => [['command', 'npx'], ['args', '-y, @modelcontextprotocol/server-postgres, postgres://***@db/orders'], ['env.PGPASSWORD', null], ['timeout', '20s'],
  ['approval.ask', HOSTILE], ['exclude', 'delete_*, drop_*']].map(([key, value], index) => ({ name: `mcp.client.servers.${name}.${key}`, value, origin: `application.yml:${12 + index}` }))
  .concat({ name: 'mcp.client.defaults.max-result-tokens', value: '2000', origin: 'systemProperties' });
const diagnosis = name => ({ server: name, healthy: name !== 'postgres', findings: name !== 'postgres' ? [] : [{ severity: 'ERROR',
  cause: `The process ended with exit code 1 before it sent any message; standard error: PGPASSWORD is required ${HOSTILE}.`, setting: 'env',
  origin: 'application.yml:14', advice: 'Write the variable below `env`: `PGPASSWORD: ...`.' }] });
const REAL = { github: [['create_pull_request_review', 408], ['merge_pull_request', 185], ['list_issues', 152], ['delete_file', 90, 'excluded', 'the tool is excluded by "delete_*" (setting: exclude)'],
  ['search_code', 97, 'hidden', 'hidden by mcp.client.servers.github.hide[0]'], ['get_me', 12, 'not accepted', 'OpenAI accepts names of at most 64 characters (setting: mcp.client.servers.github.prefix)']],
filesystem: [['query', 384], ['read_file', 192, 'same name', 'files of two servers have the name (setting: mcp.client.servers.filesystem.prefix)'], [HOSTILE, 300]] };
const tools = servers.filter(server => !['postgres', 'notion', 'lazy', 'slack'].includes(server.name)).flatMap((server, index) => {
  const generated = Array.from({ length: 44 }, (_, number) => [`${['list', 'get', 'create', 'update'][number % 4]}_${['record', 'file', 'user', 'report', 'event'][number % 5]}_${number + 1}`, 40 + number * 7 % 300]);
  return [...(REAL[server.name] ?? []), ...generated].map(([name, tokens, status = 'offered', reason = null], number) => ({
    modelName: `${server.name}__${name}`, name, server: server.name, title: number % 9 ? null : `Title of ${name}`, tokens, approval: name.startsWith('merge') ? 'ASK' : 'ALLOW', status, reason,
    readOnly: /^(list|get)/.test(name) || null, destructive: name.startsWith('update') ? false : null
  }));
}).slice(0, 2000);
const count = () => servers.forEach(server => {
  const listed = server.state === 'CONNECTED' || server.state === 'DEGRADED' ? tools.filter(tool => tool.server === server.name) : [];
  const offered = listed.filter(tool => tool.status === 'offered');
  Object.assign(server, { tools: listed.length, offered: offered.length, tokens: offered.reduce((sum, tool) => sum + tool.tokens, 0) });
});
count();

const approval = (id, user, server, tool, title, args, reason) => ({ id, user, server, tool, title, question: `${title}: ${Object.values(args).slice(0, 3).join(' ')}`, arguments: args, reason,
  created: ago(60), expires: ago(-480), state: 'waiting' });
const approvals = [
  approval('a-1', 'ada', 'github', 'merge_pull_request', 'Merge a pull request', { owner: 'acme', repo: 'orders', pull_number: 482, commit_title: 'Round refunds once', merge_method: 'merge' }, 'mcp.client.servers.github.approval.ask: merge_*'),
  approval('a-2', 'ben', 'kubernetes', 'kubectl_scale', 'Scale', { name: 'orders\u202e', replicas: 12, note: HOSTILE }, 'rule 14: ask if /namespace equals "prod"'),
  approval('a-3', 'ben', 'github', 'merge_pull_request', 'Merge a pull request', { owner: 'acme', repo: 'refunds', pull_number: 7, unlisted: { deep: [1, 2] } }, 'rule 2'),
  { ...approval('a-4', 'cleo', 'github', 'merge_pull_request', 'Merge a pull request', { owner: 'acme', repo: 'old', pull_number: 1 }, 'rule 2'), state: 'executed', decision: 'allowed', decidedBy: 'emil' }
];
// The form holds every kind of field; the application refuses a ticket that breaks its pattern.
const elicitation = (id, kind, message, more) => ({ id, kind, user: 'ada', server: 'github', tool: 'merge_pull_request', message, ...more, created: ago(30), expires: ago(-300), state: 'waiting' });
approvals.push(elicitation('f-1', 'form', `Why is the merge urgent?\nIt goes into the record. ${HOSTILE}`, { requestedSchema: { type: 'object', required: ['ticket', 'window'], properties: {
  ticket: { type: 'string', title: 'Ticket', description: HOSTILE, pattern: '^OPS-[0-9]+$' }, window: { type: 'string', oneOf: [{ const: 'now', title: 'At once' }, { const: 'night', title: 'Tonight' }] },
  reviewers: { type: 'integer', minimum: 1, maximum: 9, default: 2 }, email: { type: 'string', format: 'email' }, due: { type: 'string', format: 'date' }, notify: { type: 'boolean', default: true },
  teams: { type: 'array', maxItems: 2, items: { anyOf: [{ const: 'core', title: 'Core' }, { const: 'ops', title: 'Operations' }, { const: 'docs', title: HOSTILE }] } } } } }),
elicitation('u-1', 'url', `Sign in to confirm the merge: ${HOSTILE}`, { url: 'http://github.com@g\u0456thub.example:8443/confirm?merge=482&next=https://evil.example/\u202etxt' }),
elicitation('u-2', 'url', 'Open the report', { url: 'javascript:document.title="pwned"', state: 'waiting' }));
const decided = new Map();

const STEPS = ['server', 'listed', 'included', 'named', 'visible', 'unchanged', 'accepted', 'search'];
const STOPS = { excluded: 'included', hidden: 'visible', disabled: 'visible', 'not accepted': 'accepted', 'same name': 'named' };
function way(stop, detail) {
  const at = stop ? STEPS.indexOf(stop) : STEPS.length;
  return STEPS.map((step, index) => ({ step, result: index < at ? 'passed' : index === at ? 'stopped' : 'not reached', detail: index === at ? detail : index === 0 ? 'enabled' : null }));
}
function explain(text) {
  const tool = tools.find(each => each.modelName === text || each.name === text);
  const server = servers.find(each => text.startsWith(each.name + '__'));
  const stopped = tool ? way(STOPS[tool.status], tool.reason) : server && !server.tools ? way('server', server.reason ?? 'the server is disabled (setting: enabled)') : server ? way('listed', `${server.name} lists no tool of this name`) : [];
  return { name: text, server: tool?.server ?? server?.name ?? null, modelName: tool?.modelName ?? null, offered: tool?.status === 'offered', way: stopped,
    similar: tool ? [] : tools.filter(each => text.length > 2 && each.name.includes(text.split('_')[0])).slice(0, 5).map(each => each.modelName), unlisted: servers.filter(each => !each.tools).map(each => each.name) };
}
function detail(tool) {
  const inputSchema = SCHEMAS[tool.name] ?? (/_event_/.test(tool.name) ? EVENT : OTHER_SCHEMA);
  const description = tool.name === 'query' ? HOSTILE + 'A very long description. '.repeat(4200) : tool.name === 'create_pull_request_review' ? 'Create a review on a pull request' : `${tool.name.replaceAll('_', ' ')}`;
  return { ...tool, description, annotations: tool.readOnly ? { readOnlyHint: true } : null, listed: { description, inputSchema, outputSchema: null },
    sent: tool.status === 'offered' ? { description: description.slice(0, 1000), inputSchema: { ...inputSchema, $schema: undefined } } : null, losses: inputSchema.$schema ? ['$schema removed'] : [], way: way(STOPS[tool.status], tool.reason) };
}

// Calls, newest first: two a minute for 90 minutes, some of which did not succeed; one that failed an hour ago stands out.
const OUTCOMES = { ERROR: 'the tool returned an error: 404', FAILED: 'no answer within 30 s (setting: mcp.client.servers.sentry.timeout)', REFUSED: 'denied by rule 3' };
const call = (number, seconds, tool, outcome, more) => ({
  executionId: `e-${number}`, time: ago(seconds), modelName: tool.modelName, server: tool.server, tool: tool.name, user: ['ada', 'ben', null][number % 3], conversation: number % 11 ? `c-${number % 5}` : 'mcp-console',
  arguments: ['owner', 'repo'], ...outcome && { outcome, millis: 20 + number * 37 % 900, reason: OUTCOMES[outcome] ?? null }, ...more
});
const calls = {
  open: [call('open', 42, tools.find(tool => tool.name === 'merge_pull_request'), null, { user: 'ada', time: ago(60.5) })],
  calls: Array.from({ length: 180 }, (_, index) => call(index, 70 + index * 30 + index % 7, tools[index * 13 % tools.length], index % 29 ? index % 41 ? 'SUCCEEDED' : 'REFUSED' : 'ERROR'))
    .concat(call('hour', 3300, tools.find(tool => tool.name === 'create_pull_request_review'), 'FAILED', { user: 'cleo', reason: 'HTTP 503: service unavailable', millis: 4200 }),
      call('guard', 45, tools.find(tool => tool.name === 'list_issues'), 'REFUSED', { guard: 'loop guard', millis: 0, reason: 'the last 10 tool calls failed (setting guards.max-consecutive-failures)' }),
      call('breaker', 48, tools.find(tool => tool.server === 'sentry'), 'FAILED', { guard: 'circuit breaker', millis: 1, reason: 'circuit breaker open until 2026-07-28T09:30:00Z (setting CallLimits.circuitBreakerOpenDuration)' }),
      call('hostile', 30, { modelName: `unknown__${HOSTILE}`, server: 'unknown', tool: HOSTILE, name: HOSTILE }, 'REFUSED', { reason: HOSTILE, conversation: HOSTILE, user: HOSTILE }))
    .sort((first, second) => first.time < second.time ? 1 : -1),
  kept: 1000, keptFailures: 200
};
const record = (seconds, direction, event, method, id, body, headers = {}) => ({ time: ago(seconds), server: 'github', direction, event, method, id, bytes: body ? JSON.stringify(body).length : 0, headers, body: body ? JSON.stringify(body) : null });
const HTTP = { 'Content-Type': 'application/json', Authorization: '***' };
function exchange(seconds, id, method, params, result) {
  return [record(seconds, 'SENT', 'POST https://github.example/mcp', method, id, { jsonrpc: '2.0', id: Number(id), method, params }, HTTP),
    record(seconds - 0.02, 'RECEIVED', `HTTP 200 to ${method}`, null, null, null, { 'Content-Type': 'application/json' }),
    record(seconds - 0.05, 'RECEIVED', result.code ? 'error' : 'response', null, id, { jsonrpc: '2.0', id: Number(id), [result.code ? 'error' : 'result']: result })];
}
const records = [...exchange(5000, '1', 'initialize', { protocolVersion: '2025-11-25' }, { serverInfo: { name: HOSTILE } }), record(4999, 'SENT', 'notification', 'notifications/initialized', null, { method: 'notifications/initialized' }),
  ...exchange(3299.99, '2', 'tools/call', { name: 'create_pull_request_review', arguments: { body: 'Please round once' } }, { code: -32603, message: 'service unavailable' }),
  ...Array.from({ length: 60 }, (_, index) => exchange(3000 - index * 40, String(index + 3), 'tools/call', { name: 'list_issues', arguments: { page: index, marker: `marker-${index}` } }, { content: [{ type: 'text', text: 'ok '.repeat(index) }] })).flat(),
  record(60, 'RECEIVED', 'request', 'sampling/createMessage', '1', { method: 'sampling/createMessage' }), record(50, 'NONE', 'event stream ended', null, null, null), record(40, 'SENT', 'request', 'ping', '99', { method: 'ping' })];
const users = ['ada', 'ben', 'cleo', HOSTILE, ...Array.from({ length: 56 }, (_, index) => `user-${index}`)].map((user, index) => ({
  user, servers: { notion: index % 3 === 1 ? { state: 'NEEDS_AUTHORIZATION', since: ago(900), reason: 'the access token expired (setting: mcp.client.servers.notion.auth)' } : { state: 'CONNECTED', since: ago(600 + index), reason: null },
    ...index % 2 && { sentry: { state: 'CONNECTED', since: ago(400), reason: null } } }
}));
// A stand-in for the search: how many words of the query a name has.
function find(query) {
  const words = query.toLowerCase().split(/\W+/);
  const hits = tools.filter(tool => tool.status === 'offered').map(tool => ({ modelName: tool.modelName, server: tool.server, summary: tool.name === HOSTILE ? HOSTILE : tool.name.replaceAll('_', ' '), signature: 'owner*, repo*, state: open|closed',
    hints: tool.readOnly ? ['read-only'] : [], score: words.filter(word => word.length > 2 && tool.modelName.includes(word)).length * 3.1 - tool.name.length / 100 })).filter(hit => hit.score > 0)
    .sort((first, second) => second.score - first.score).slice(0, 50);
  const text = [`Tools for "${query}":`, ...hits.slice(0, 5).map(hit => `- ${hit.modelName}(${hit.signature}): ${hit.summary}`)].join('\n');
  return { query, confidence: hits.length ? 0.6 : 0, isMatch: hits.length > 0, hits, model: { text, tokens: Math.ceil(text.length / 4) } };
}

export async function startFixture(port = 0, token = 'fixture-token') {
  let failing = false;
  const session = { application: 'support-agent', mode: 'development', user: 'ada', csrf: null };
  // Open streams of events. The stand-in names what it changes.
  const streams = new Set();
  const changed = (...names) => streams.forEach(stream => stream.write(`data: ${names.join(' ')}\n\n`));
  // As in the application: without a signed-in user nobody accepts for a user.
  const mayAccept = ({ user }) => user === null || user === session.user;
  const requests = [];
  const gets = [];
  let streaming = true;
  async function api(method, path, query, body) {
    const [, kind, id] = /^(\w+)(?:\/(.+))?$/.exec(path).map(part => part && decodeURIComponent(part));
    if (kind === 'session') { return session; }
    if (kind === 'servers') {
      const [name, part] = (id ?? '').split('/');
      if (part && !['configuration', 'doctor'].includes(part) && method === 'GET' && !['CONNECTED', 'DEGRADED'].includes(servers.find(each => each.name === name).state)) {
        return { status: 409, title: 'Conflict', detail: 'The server is not connected. Connect it first, then list again.' };
      }
      if (part === 'prompts') {
        return method === 'GET' ? { total: 2, prompts: [{ name: 'review', title: 'Review a change', description: HOSTILE, arguments: [{ name: 'branch', title: null, description: HOSTILE, required: true }, { name: 'depth', required: false }] }, { name: HOSTILE, title: null, description: null, arguments: [] }] }
          : { description: null, messages: [{ role: 'user', type: 'TextContent', text: `Review ${body.arguments.branch}. ${HOSTILE}`, characters: 100 }, { role: 'assistant', type: 'ImageContent', mimeType: 'image/png', bytes: 2048 }] };
      }
      if (part === 'resources') {
        return method === 'GET' ? { total: 3, resources: [{ uri: 'notes://today', name: 'Today', title: null, description: HOSTILE, mimeType: 'text/plain', size: 120 }, { uri: `notes://${HOSTILE}`, name: HOSTILE, title: null, description: null, mimeType: null, size: null }],
          templates: [{ uriTemplate: 'notes://{day}', name: 'Notes of a day', title: null, description: null, mimeType: null, variables: ['day'] }] }
          : { uri: body.uri ?? `notes://${body.values.day}`, contents: body.uri ? [{ uri: body.uri, mimeType: 'text/plain', text: HOSTILE.repeat(10), characters: 150000 }] : [{ uri: 'notes://logo', mimeType: 'image/png', bytes: 2048 }] };
      }
      if (part === 'configuration') { return { properties: settings(name) }; }
      if (part === 'doctor') { return diagnosis(name); }
      const server = servers.find(each => each.name === id);
      if (!id) { return { servers, perUser: { notion: { CONNECTED: 1, NEEDS_AUTHORIZATION: 2 } }, unknownToolCalls: 7, toolSearch: session.toolSearch ?? null }; }
      if (method === 'GET') { return { ...server, errorList: server.errors ? [{ at: ago(40), message: 'exit code 1 after 1.5 s' }, { at: ago(99), message: HOSTILE }] : [], standardError: `Starting\nerror: password authentication failed\n${HOSTILE}`, instructions: HOSTILE }; }
      const target = { restart: 'CONNECTED', refresh: 'CONNECTED', enable: 'CONNECTED', disable: 'DISABLED' }[body.action];
      Object.assign(server, { state: target === 'DISABLED' ? target : 'CONNECTING', since: ago(0), reason: null, nextAttempt: null });
      setTimeout(() => { Object.assign(server, { state: target, errors: 0 }); count(); changed('servers', 'tools'); }, 1000);
      changed('servers', 'tools');
      return server;
    }
    if (kind === 'tools' && !id) { return { profile: query.get('profile') ?? 'STANDARD', profiles: ['STANDARD', 'OPENAI', 'GEMINI'], agents: ['reviewer', HOSTILE],
      tools: query.get('agent') ? tools.map(tool => tool.server === 'github' || tool.status !== 'offered' ? tool : { ...tool, status: 'not selected', reason: 'the view of the agent leaves it out' }) : tools }; }
    const tool = tools.find(each => each.modelName === id);
    if (kind === 'tools' && method === 'GET') { return tool ? detail(tool) : { status: 404, title: 'Not found', detail: 'no such tool' }; }
    if (kind === 'tools') {
      if (tool.approval === 'ASK') { approvals.push(approval(`t-${approvals.length}`, 'ada', tool.server, tool.name, tool.name, body.arguments, 'rule 2')); changed('approvals'); await new Promise(resolve => decided.set(approvals.at(-1).id, resolve)); }
      calls.calls.unshift(call(`hand-${calls.calls.length}`, 0, tool, 'SUCCEEDED', { user: 'ada', conversation: 'mcp-console' }));
      changed('calls');
      const text = JSON.stringify({ id: 2419, arguments: body.arguments, note: HOSTILE });
      return { outcome: 'success', millis: 640, executionId: 'e-1', model: { text, tokens: 431 }, application: { content: [{ type: 'text', text }, { type: 'image', mimeType: 'image/png', data: 'AAAA' }], structuredContent: { ok: true }, isError: false, meta: null } };
    }
    if (kind === 'calls') { return calls; }
    if (kind === 'search') { return find(query.get('query')); }
    if (kind === 'trace') { return { counts: { github: records.length }, records: ['github', null].includes(query.get('server')) ? records : [] }; }
    if (kind === 'users') { return { users }; }
    if (kind === 'why') { return explain(query.get('tool')); }
    if (kind === 'approvals' && !id) { return approvals.map(each => each.message === undefined ? { kind: 'call', ...each } : { ...each, url: mayAccept(each) ? each.url : undefined, mayAccept: mayAccept(each) }); }
    const waiting = approvals.find(each => each.id === id);
    if (body.action && body.content?.ticket && !/^OPS-\d+$/.test(body.content.ticket)) {
      return { status: 400, title: 'Bad Request', detail: 'the form does not match the requested schema: ticket must match ^OPS-[0-9]+$; weather is not a field of the form' };
    }
    if (body.action === 'accept' && !mayAccept(waiting)) { return { status: 403, title: 'Forbidden', detail: 'Only the user of the call may accept.' }; }
    if (waiting.state !== 'waiting') { return { status: 409, title: 'Conflict', detail: 'decided before' }; }
    Object.assign(waiting, body.action ? { state: { accept: 'answered', decline: 'denied', cancel: 'withdrawn' }[body.action], answeredBy: 'ada' } : { state: body.decision.startsWith('allow') ? 'executed' : 'denied', decision: body.decision, decidedBy: 'ada', changedArguments: body.arguments });
    decided.get(id)?.();
    changed('approvals');
    return null;
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const path = url.pathname.replace(/^\/mcp-console\//, '');
    const send = (status, type, body, headers = {}) => response.writeHead(status, { ...type && { 'Content-Type': type }, 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', ...headers }).end(body);
    if (!path.startsWith('api/')) {
      return readFile(PAGE + (path || 'index.html')).then(content => send(200, TYPES[path.split('.').pop() || 'html'], content), () => send(404, 'text/plain', ''));
    }
    let text = '';
    for await (const chunk of request) { text += chunk; }
    if (request.method === 'POST') { requests.push({ path, body: JSON.parse(text) }); }
    if (failing) { return send(503, 'application/problem+json', '{"status":503,"title":"Unavailable"}'); }
    if (request.headers['mcp-console-token'] !== token) { return send(401, 'application/problem+json', '{"status":401,"title":"Unauthorized","detail":"the token is missing or wrong"}'); }
    if (path === 'api/events' && !streaming) { return send(503, 'application/problem+json', '{"status":503,"title":"Unavailable"}'); }
    if (path === 'api/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Security-Policy': POLICY }).write('data: servers tools calls approvals\n\n');
      streams.add(response);
      return response.on('close', () => streams.delete(response));
    }
    gets.push(path);
    const answer = await api(request.method, path.slice(4), url.searchParams, text && JSON.parse(text));
    const json = JSON.stringify(answer);
    const etag = `"${createHash('sha256').update(json).digest('hex')}"`;
    return answer === null ? send(204) : answer.status >= 400 ? send(answer.status, 'application/problem+json', json)
      : request.headers['if-none-match'] === etag ? send(304) : send(200, 'application/json', json, { ETag: etag });
  }).listen(port, '127.0.0.1');
  await new Promise(resolve => server.on('listening', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/mcp-console/#token=${token}`, session, requests, gets, streams, changed, stream: value => { streaming = value; }, call: tool => { calls.calls.unshift(call(`other-${calls.calls.length}`, 0, tools.find(each => each.modelName === tool), 'SUCCEEDED', { user: 'ada' })); changed('calls'); },
    fail: value => { failing = value; }, servers, tools, approvals, close: () => { server.close(); server.closeAllConnections(); } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) { console.log((await startFixture(Number(process.argv[2] ?? 0))).url); }
