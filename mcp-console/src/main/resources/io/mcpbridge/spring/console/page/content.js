// Prompts and resources of one server: listed when they are opened. All texts come from the server.
import { count, cut, el, longText, number, replaceContent, request, untrusted, visible } from './common.js';
import { ArgumentsForm } from './form.js';

const PATHS = { prompts: 'Prompts', resources: 'Resources' };

// A card that asks the server only when it is opened.
function onDemand(server, path, rows) {
  const body = el('div');
  const total = el('span.secondary.small', 'listed when opened');
  let requested = false;
  const address = `servers/${encodeURIComponent(server)}`;
  const again = () => el('button.small', { type: 'button', onclick: list }, 'List again');
  async function list() {
    requested = true;
    replaceContent(body, el('p.body.secondary', { role: 'status' }, 'The server is asked.'));
    try {
      const { data } = await request(`${address}/${path}`);
      const shown = rows(data);
      total.textContent = shown.length < data.total ? `${number(shown.length)} of ${number(data.total)}` : number(data.total);
      replaceContent(body, shown.length ? el('ul.rows', shown) : el('p.body.secondary', 'None.'), el('div.body', again()));
    } catch (error) {
      requested = false;
      problem(error);
    }
  }
  function problem(error) {
    const connect = error.status === 409 ? el('button.small', {
      type: 'button', onclick: async () => {
        try {
          await request(address, { method: 'POST', body: { action: 'refresh' } });
          connect.replaceWith(el('span.secondary', { role: 'status' }, 'It connects.'));
        } catch (failed) {
          problem(failed);
        }
      }
    }, 'Connect') : null;
    replaceContent(body, el('div.body.stack-small', el('p.note.bad', { role: 'alert' }, visible(cut(error.message, 600))),
      el('div.line', connect, again())));
  }
  return el('details.card', {
    id: path, ontoggle: event => {
      if (event.target.open && !requested) { list(); }
    }
  }, el('summary.card-head', el('b', PATHS[path]), total), body);
}

// What one gets by a button, below its row; properties: the fields of the form before.
function row(server, path, { name, title, description, more, fields, button, body, show }) {
  const form = fields.length ? new ArgumentsForm({ type: 'object', required: fields.filter(field => field.required).map(field => field.name),
    properties: Object.fromEntries(fields.map(field => [field.name, { type: 'string', title: field.title ?? undefined,
      description: field.description ?? undefined }])) }, {}) : null;
  const result = el('div.stack-small', { 'aria-live': 'polite' });
  const get = async event => {
    const values = form ? form.submit() : {};
    if (values === null) { return; }
    event.target.disabled = true;
    try {
      const { data } = await request(`servers/${encodeURIComponent(server)}/${path}`, { method: 'POST', body: body(values) });
      replaceContent(result, show(data));
    } catch (error) {
      replaceContent(result, el('p.note.bad', { role: 'alert' }, visible(cut(error.message, 600))));
    }
    event.target.disabled = false;
  };
  return el('li', { 'data-item': name }, el('details', el('summary', el('code.strong', untrusted(name, 200)), ' ',
    title && title !== name ? untrusted(title, 120) : null, more ? el('span.secondary.small', ' ', more) : null),
  el('div.body.stack-small', description ? el('p.secondary', untrusted(description, 600)) : null, form?.node,
    el('div', el('button', { type: 'button', onclick: get }, button)), result)));
}

// A text, or the size and type of what is none.
function content(part) {
  const type = part.mimeType ? visible(cut(part.mimeType, 80)) : null;
  if (typeof part.text === 'string') {
    return [longText(part.text, { 'aria-label': 'Text of the server' }, 4000),
      part.characters > part.text.length ? el('p.secondary.small', `The first ${number(part.text.length)} of ${count(part.characters, 'character')}.`) : null];
  }
  return el('p', part.bytes === undefined ? visible(cut(part.type ?? 'unknown', 40)) : `${type ?? 'binary'}, ${count(part.bytes, 'byte')}`,
    part.uri ? [' ', el('code', untrusted(part.uri, 300))] : null);
}

export const promptsCard = server => onDemand(server, 'prompts', data => data.prompts.map(prompt => row(server, 'prompts', {
  ...prompt, fields: prompt.arguments, button: 'Get messages', body: values => ({ name: prompt.name, arguments: values }),
  show: ({ messages }) => messages.length ? messages.map(message => [el('b', visible(cut(message.role, 20))), content(message)])
    : el('p.secondary', 'No messages.')
})));

const contents = data => [el('p.secondary.small', el('code', untrusted(data.uri, 300))), data.contents.length
  ? data.contents.map(content) : el('p.secondary', 'No contents.')];

export const resourcesCard = server => onDemand(server, 'resources', data => [
  ...data.resources.map(resource => row(server, 'resources', {
    ...resource, name: resource.uri, title: resource.title ?? resource.name, fields: [], button: 'Read',
    more: [resource.mimeType ? visible(cut(resource.mimeType, 80)) : null, resource.size === null ? null : ` ${count(resource.size, 'byte')}`],
    body: () => ({ uri: resource.uri }), show: contents
  })),
  ...data.templates.map(template => row(server, 'resources', {
    ...template, name: template.uriTemplate, title: template.title ?? template.name,
    more: template.variables ? 'template' : 'a malformed template', button: 'Read',
    fields: (template.variables ?? []).map(name => ({ name })), body: values => ({ uriTemplate: template.uriTemplate, values }), show: contents
  }))
]);
