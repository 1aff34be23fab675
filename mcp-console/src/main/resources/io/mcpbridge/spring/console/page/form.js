// A form from a JSON Schema: for trying a tool, and for changing the arguments of a call that waits for approval. What no field
// can show is edited as JSON, in place. All names, titles and descriptions come from servers.
import { count, el, hasInvisible, jsonText, number, untrusted, visible } from './common.js';

const MAX_DEPTH = 8;          // a schema that requires itself would build fields without an end
const MAX_SEGMENTS = 4;       // choices side by side; more are a list
const LONG_TEXT = /(^|_)(body|text|message|content|query|sql|prompt|script|code|comment)$/i;

// Formats of elicitations, at the field before the application checks them.
const FORMATS = {
  email: [/^[^\s@]+@[^\s@]+$/, 'Not an e-mail address.'], uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, 'Not a complete address.'],
  date: [/^\d{4}-\d\d-\d\d$/, 'A date is year-month-day.'],
  'date-time': [/^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(\.\d+)?(z|[-+]\d\d:\d\d)$/i, 'A time is like 2026-07-28T09:30:00Z.']
};

let sequence = 0;

// --- schemas -------------------------------------------------------------------------------------------------------

const has = (object, name) => object !== null && typeof object === 'object' && Object.hasOwn(object, name);
const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);

function pointer(root, reference) {
  if (reference === '#') { return root; }
  if (!reference.startsWith('#/')) { return null; }
  return reference.slice(2).split('/').map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((schema, name) => has(schema, name) ? schema[name] : null, root);
}

// The schema with its references and allOf resolved, and without the alternative "null": an empty field is not sent.
function resolve(schema, root, depth = 0) {
  if (!isObject(schema) || depth > 20) { return {}; }
  if (typeof schema.$ref === 'string') {
    const { $ref, ...siblings } = schema;
    return { ...resolve(pointer(root, $ref), root, depth + 1), ...siblings };
  }
  let result = schema;
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...base } = schema;
    result = allOf.map(part => resolve(part, root, depth + 1)).reduce(merge, base);
  }
  if (Array.isArray(result.type)) {
    const types = result.type.filter(type => type !== 'null');
    result = { ...result, type: types.length === 1 ? types[0] : types };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    if (!Array.isArray(result[keyword])) { continue; }
    const { [keyword]: all, ...base } = result;
    const alternatives = all.map(part => resolve(part, root, depth + 1)).filter(part => part.type !== 'null' && part.const !== null);
    // Alternatives that only say what else is required ("url or path") are left to the server.
    if (alternatives.every(part => Object.keys(part).every(name => name === 'required' || name === 'not'))) { return base; }
    if (alternatives.length === 1) { return { ...alternatives[0], ...base }; }
    return { ...base, alternatives: alternatives.map(part => isObject(base.properties) ? merge(part, base) : part) };
  }
  return result;
}

const merge = (first, second) => ({
  ...second, ...first,
  ...(first.properties || second.properties) && { properties: { ...second.properties, ...first.properties } },
  ...(first.required || second.required) && { required: [...new Set([...(first.required ?? []), ...(second.required ?? [])])] }
});

// The values to choose from, or null: enum, const, and oneOf or anyOf of constants with titles.
function choices(schema) {
  if (Array.isArray(schema.enum)) {
    return schema.enum.filter(value => value !== null).map((value, index) => ({ value, label: schema.enumNames?.[index] ?? value }));
  }
  if (has(schema, 'const')) { return [{ value: schema.const, label: schema.title ?? schema.const }]; }
  if (schema.alternatives?.length && schema.alternatives.every(part => has(part, 'const'))) {
    return schema.alternatives.map(part => ({ value: part.const, label: part.title ?? part.const }));
  }
  if (schema.alternatives?.length && schema.alternatives.every(part => Array.isArray(part.enum))) {
    return schema.alternatives.flatMap(choices);
  }
  return schema.type === 'boolean' ? [{ value: true, label: 'true' }, { value: false, label: 'false' }] : null;
}

function kind(schema) {
  if (choices(schema)) { return 'choice'; }
  if (schema.alternatives?.length > 1) { return 'alternatives'; }
  if (['string', 'number', 'integer'].includes(schema.type)) { return schema.type; }
  if (schema.type === 'array' && isObject(schema.items) && !schema.prefixItems) { return 'array'; }
  if (isObject(schema.properties) && (schema.type === 'object' || schema.type === undefined)) { return 'object'; }
  return 'json';
}

// Whether the fields of the schema show the value exactly. Not strict: a value that is not complete yet is shown too.
function fits(schema, value, root, strict = false) {
  switch (kind(schema)) {
    case 'choice': return choices(schema).some(choice => equal(choice.value, value));
    case 'string': return typeof value === 'string';
    case 'number': case 'integer': return typeof value === 'number';
    case 'array': return Array.isArray(value);
    case 'object': return isObject(value) && (!strict || (schema.required ?? []).every(name => has(value, name)))
      && Object.entries(value).every(([name, part]) => has(schema.properties, name)
        && (!has(schema.properties[name], 'const') || fits(resolve(schema.properties[name], root), part, root)));
    case 'alternatives': return schema.alternatives.some(part => fits(part, value, root, strict));
    default: return true;
  }
}

export function equal(first, second) {
  if (first === second) { return true; }
  if (Array.isArray(first) || Array.isArray(second)) {
    return Array.isArray(first) && Array.isArray(second) && first.length === second.length
      && first.every((part, index) => equal(part, second[index]));
  }
  if (!isObject(first) || !isObject(second)) { return false; }
  const names = Object.keys(first);
  return names.length === Object.keys(second).length && names.every(name => has(second, name) && equal(first[name], second[name]));
}

// The property that tells an alternative from the others names it.
function alternativeLabels(alternatives) {
  const titles = alternatives.map(part => part.title);
  if (titles.every(Boolean) && new Set(titles).size === titles.length) { return titles; }
  return alternatives.map((part, index) => {
    if (!isObject(part.properties)) {
      return part.type === 'array' ? 'list' : Array.isArray(part.enum) ? 'choice' : part.type ?? `form ${index + 1}`;
    }
    const constant = Object.values(part.properties).find(property => has(property, 'const'));
    if (constant) { return String(constant.const); }
    const siblings = alternatives.filter(sibling => sibling !== part);
    const names = [...(part.required ?? []), ...Object.keys(part.properties)];
    const difference = names.find(name => siblings.every(sibling => !has(sibling.properties, name)))
      ?? names.find(name => siblings.every(sibling => !sibling.required?.includes(name)));
    return difference ? `with ${difference}` : `form ${index + 1}`;
  });
}

// --- fields --------------------------------------------------------------------------------------------------------

// A field is { node, wide, read(errors) }: read gives the value, or undefined if nothing is sent, and adds the controls that are in
// error; with null for errors it marks none.
class FieldBuilder {
  constructor(root, { compare, elicitation }) {
    this.root = root;
    this.compare = compare;
    this.elicitation = elicitation;
  }

  // position: { name, label, required, value, depth }
  field(schema, position) {
    const resolved = resolve(schema, this.root);
    const { value, depth } = position;
    // A text field cannot show invisible characters; JSON has escapes for them.
    const isHidden = typeof value === 'string' && hasInvisible(value);
    if (depth > MAX_DEPTH || value === null || isHidden || (value !== undefined && !fits(resolved, value, this.root)
      && !(kind(resolved) === 'object' && isObject(value)))) {
      return this.json(resolved, position);
    }
    switch (kind(resolved)) {
      case 'choice': return this.choice(resolved, position);
      case 'alternatives': return this.alternatives(resolved, position);
      case 'string': case 'number': case 'integer': return this.input(resolved, position);
      case 'array': {
        const options = choices(resolve(resolved.items, this.root));
        return options && isSelection(options, this.initial(resolved, position)) ? this.selection(resolved, position, options)
          : this.array(resolved, position);
      }
      case 'object': return this.object(resolved, position);
      default: return this.json(resolved, position);
    }
  }

  // Label, control, description, error, and in a comparison what the value was.
  frame(schema, position, { type, control, wide = false, group = false, read }) {
    const id = control.id || `field-${++sequence}`;
    const label = this.label(schema, position, type, group ? 'span.field-label' : 'label', group ? { id: id + '-label' } : { for: id });
    const description = this.description(schema, id);
    const error = el('p.field-error', { id: id + '-error', role: 'alert' });
    const before = el('p.before.small');
    if (group) {
      control.setAttribute('role', control.getAttribute('role') ?? 'group');
      control.setAttribute('aria-labelledby', id + '-label');
    } else {
      control.id = id;
      if (position.required) { control.setAttribute('aria-required', 'true'); }
    }
    control.setAttribute('aria-describedby', `${id}-description ${id}-error`);
    // What a list is for is read before its entries.
    const node = el(wide ? 'div.field.wide' : 'div.field', label, control.classList.contains('list') ? [description, control]
      : [control, description], error,
      this.compare ? before : null);
    node.dataset.argument = position.name;
    const mark = problems => {
      error.textContent = problems.join(' ');
      if (problems.length) { control.setAttribute('aria-invalid', 'true'); } else { control.removeAttribute('aria-invalid'); }
    };
    const show = () => {
      const problems = [];
      const current = read(problems, null);
      if (error.textContent) { mark(problems); }
      const changed = this.compare && !equal(current, position.value);
      control.classList.toggle('changed', changed);
      before.textContent = changed ? 'was ' + (position.value === undefined ? 'not sent' : visible(JSON.stringify(position.value))) : '';
    };
    const first = () => control.matches('input, select, textarea') ? control
      : control.querySelector('input, select, textarea, button') ?? control;
    node.addEventListener('input', show);
    return {
      node, wide, mark, focus: () => first().focus(),
      read: errors => {
        const problems = [];
        const result = read(problems, errors);
        if (errors) { mark(problems); }
        if (errors && problems.length) { errors.push(first()); }
        return result;
      }
    };
  }

  label(schema, position, type, tag, attributes) {
    const plain = text => String(text).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const label = schema.title && position.name !== undefined && !position.label ? schema.title : position.label ?? position.name;
    return el(tag, attributes, untrusted(label, 80),
      schema.title && position.name && plain(schema.title) !== plain(position.name) && !position.label
        ? el('code.type', visible(position.name)) : null,
      el('span.type', type), position.required ? el('span.required', 'required') : null);
  }

  description(schema, id) {
    const text = schema.description ? String(schema.description) : '';
    const node = el(this.compare ? 'p.visually-hidden' : 'p.field-description', { id: id + '-description' }, text ? untrusted(text, 400)
      : null, text && schema.pattern ? el('br') : null, schema.pattern ? ['Pattern ', el('code', untrusted(schema.pattern, 120))] : null);
    return node;
  }

  placeholder(schema, required) {
    const hasDefault = has(schema, 'default') && schema.default !== null;
    const unset = required || (this.elicitation && hasDefault) ? '' : 'not sent';
    return hasDefault
      ? `${unset ? unset + ', ' : ''}default ${visible(JSON.stringify(schema.default)).slice(0, 60)}` : unset;
  }

  initial(schema, { value, required }) {
    return value !== undefined ? value : (required || this.elicitation) && !this.compare && has(schema, 'default') && schema.default !== null ? schema.default
      : undefined;
  }

  input(schema, position) {
    const initial = this.initial(schema, position);
    const numeric = schema.type !== 'string';
    const multiline = !numeric && (LONG_TEXT.test(position.name ?? '') && !schema.format || schema.maxLength > 200
      || /\n/.test(initial ?? ''));
    const isDate = this.elicitation && schema.format === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(initial ?? '');
    const attributes = { placeholder: this.placeholder(schema, position.required), value: initial === undefined ? '' : String(initial),
      autocomplete: 'off', spellcheck: 'false' };
    const control = multiline ? el('textarea', { rows: 3, ...attributes })
      : el('input', { type: isDate ? 'date' : 'text', inputmode: numeric ? 'decimal' : null, ...attributes });
    const range = numeric ? numberRange(schema) : lengthRange(schema);
    // An empty text that was in the call stays in it, until the field is changed.
    let touched = false;
    control.addEventListener('input', () => { touched = true; });
    return this.frame(schema, position, {
      type: [schema.format && schema.format !== schema.type ? schema.format : schema.type, range].filter(Boolean).join(', '),
      control, wide: multiline,
      read: errors => {
        const text = control.value;
        if (control.validity.badInput) { errors.push('Not a date.'); }
        if (text === '' && (touched || initial !== '')) {
          if (position.required) { errors.push('Required.'); }
          return undefined;
        }
        const [format, words] = this.elicitation && has(FORMATS, schema.format) ? FORMATS[schema.format] : [];
        if (format && !format.test(text)) { errors.push(words); }
        return numeric ? readNumber(text, schema, errors) : readText(text, schema, errors);
      }
    });
  }

  choice(schema, position) {
    const options = choices(schema);
    const initial = this.initial(schema, position);
    const selected = options.findIndex(option => equal(option.value, initial));
    const type = schema.type === 'boolean' ? 'boolean' : has(schema, 'const') ? 'fixed' : 'choice';
    if (options.length === 1 && position.required) {
      const control = el('output', untrusted(options[0].label, 120));
      return this.frame(schema, position, { type: 'fixed', control, group: true, read: () => options[0].value });
    }
    if (position.required && options.length <= MAX_SEGMENTS && options.every(option => String(option.label).length < 25)) {
      const { node, index } = segments(options.map(option => option.label), selected);
      return this.frame(schema, position, {
        type, control: node, group: true, wide: options.length > 2,
        read: errors => {
          if (index() < 0) { errors.push('Choose one.'); }
          return options[index()]?.value;
        }
      });
    }
    const unset = position.required ? 'Choose' : this.placeholder(schema, false);
    const control = el('select', el('option', { value: '' }, unset), options.map((option, index) =>
      el('option', { value: String(index), selected: index === selected }, visible(String(option.label)).slice(0, 120))));
    return this.frame(schema, position, {
      type, control,
      read: errors => {
        if (control.value === '' && position.required) { errors.push('Choose one.'); }
        return options[control.value]?.value;
      }
    });
  }

  // Any number of choices: a box for each.
  selection(schema, position, options) {
    const initial = this.initial(schema, position) ?? [];
    const boxes = options.map(({ value }) => el('input', { type: 'checkbox', checked: initial.some(each => equal(each, value)) }));
    return this.frame(schema, position, {
      type: ['choices', itemsRange(schema)].filter(Boolean).join(', '), group: true, wide: true,
      control: el('div.choices', options.map(({ label }, index) => el('label', boxes[index], untrusted(label, 120)))),
      read: errors => {
        const chosen = options.filter((option, index) => boxes[index].checked).map(option => option.value);
        if (!chosen.length && !position.required && position.value === undefined && !initial.length) { return undefined; }
        checkItems(chosen, schema, errors);
        return chosen;
      }
    });
  }

  json(schema, position) {
    const value = this.initial(schema, position);
    const control = el('textarea.code', {
      rows: value === undefined ? 2 : Math.min(12, jsonText(value).split('\n').length + 1), spellcheck: 'false',
      placeholder: this.placeholder(schema, position.required) || 'JSON', value: value === undefined ? '' : jsonText(value)
    });
    const types = [schema.type ?? 'any'].flat().join(' or ');
    return this.frame(schema, position, {
      type: `${types}, as JSON`, control, wide: true,
      read: errors => {
        if (control.value.trim() === '') {
          if (position.required) { errors.push('Required.'); }
          return undefined;
        }
        try {
          return JSON.parse(control.value);
        } catch (error) {
          errors.push(`No JSON: ${error.message}.`);
          return undefined;
        }
      }
    });
  }

  object(schema, position) {
    if (position.depth === 0) { return this.members(schema, position); }
    const body = el('div.members');
    let members = null;
    const add = (value, focus) => {
      members = this.members(schema, { ...position, value });
      body.replaceChildren(members.node);
      addButton.hidden = true;
      removeButton.hidden = Boolean(position.required);
      if (focus) { body.querySelector('input, select, textarea, button')?.focus(); }
    };
    const changed = () => body.dispatchEvent(new Event('input', { bubbles: true }));
    const addButton = el('button', { type: 'button', onclick: () => { add(undefined, true); changed(); } }, 'Add ',
      untrusted(position.label ?? position.name, 60));
    const removeButton = el('button.quiet.small', {
      type: 'button', hidden: true,
      onclick: () => { members = null; body.replaceChildren(); addButton.hidden = false; removeButton.hidden = true; addButton.focus(); changed(); }
    }, 'Remove', el('span.visually-hidden', ' ', visible(position.name)));
    const id = `field-${++sequence}`;
    const node = el('fieldset.field.wide', el('legend.line', this.label(schema, position, 'object', 'span', {}), removeButton),
      this.description(schema, id), body, el('div', addButton, position.required ? null
        : el('span.secondary.small.not-sent', ' not sent')));
    node.dataset.argument = position.name;
    if (position.value !== undefined || position.required) { add(position.value, false); }
    return { node, wide: true, read: errors => members?.read(errors) };
  }

  // The fields of an object: short ones first, in columns; long texts, lists and objects below.
  members(schema, position) {
    const value = isObject(position.value) ? position.value : {};
    const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, this.field(property, {
      name, required: schema.required?.includes(name), value: has(value, name) ? value[name] : undefined, depth: position.depth + 1
    })]);
    // Arguments that the schema does not list are shown too: what is approved is exactly what runs.
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !has(schema.properties, name)));
    const further = Object.keys(rest).length
      ? this.json({ description: 'Not in the schema of the tool' }, { name: 'further arguments', value: rest, depth: position.depth + 1 })
        : null;
    // A form of a server keeps the server's order.
    const sorted = this.elicitation ? fields : [...fields].sort(([, first], [, second]) => first.wide - second.wide);
    const node = el('div.fields', sorted.map(([, field]) => field.node), further?.node);
    return {
      node, wide: true, fields: sorted,
      read: errors => {
        // Without a prototype, an argument named "__proto__" is only a name. Errors in the order of the page: the first gets the focus.
        const values = Object.create(null);
        sorted.forEach(([name, field]) => { values[name] = field.read(errors); });
        const result = Object.create(null);
        fields.forEach(([name]) => { if (values[name] !== undefined) { result[name] = values[name]; } });
        const additional = further?.read(errors);
        Object.keys(additional ?? {}).forEach(name => { result[name] = additional[name]; });
        return result;
      }
    };
  }

  array(schema, position) {
    const label = position.label ?? position.name;
    const singular = String(label).replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
    const list = el('div.items');
    const total = el('span.secondary.small');
    let items = [];
    const changed = () => {
      items.forEach((item, index) => { item.heading.textContent = `${visible(singular)} ${index + 1}`; });
      total.textContent = items.length ? count(items.length, 'entry', 'entries') : position.required ? 'empty list' : 'not sent';
      list.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const add = (value, focus) => {
      const heading = el('span.item-heading');
      const field = this.field(schema.items, { name: position.name, label: singular, required: true, value, depth: position.depth + 1 });
      const item = { field, heading };
      const remove = el('button.quiet.small', {
        type: 'button',
        onclick: () => {
          items = items.filter(each => each !== item);
          item.node.remove();
          changed();
          addButton.focus();
        }
      }, 'Remove', el('span.visually-hidden', ' entry of ', visible(label)));
      item.node = el('div.item', el('div.line', heading, el('span.space'), remove), field.node);
      items.push(item);
      list.append(item.node);
      if (focus) {
        field.node.querySelector('input, select, textarea')?.focus({ preventScroll: true });
        item.node.scrollIntoView({ block: 'nearest' });
      }
    };
    const addButton = el('button', { type: 'button', onclick: () => { add(undefined, true); changed(); } }, 'Add ',
      untrusted(singular, 60));
    const initial = this.initial(schema, position) ?? [];
    initial.forEach(value => add(value, false));
    if (position.required && position.value === undefined) {
      for (let missing = Math.min(5, schema.minItems ?? 0) - items.length; missing > 0; missing--) { add(undefined, false); }
    }
    const control = el('div.list', list, el('div.line', addButton, total));
    const result = this.frame(schema, position, {
      type: ['list', itemsRange(schema)].filter(Boolean).join(', '), control, wide: true, group: true,
      read: (problems, errors) => {
        if (!items.length && !position.required && !(this.compare && position.value)) { return undefined; }
        const values = items.map(item => item.field.read(errors));
        checkItems(items, schema, problems);
        return values;
      }
    });
    changed();
    return result;
  }

  alternatives(schema, position) {
    const parts = schema.alternatives;
    const initial = this.initial(schema, position);
    let index = parts.findIndex(part => fits(part, initial, this.root, true));
    if (index < 0) { index = Math.max(0, parts.findIndex(part => fits(part, initial, this.root))); }
    const body = el('div.alternative');
    let field;
    const build = value => {
      const part = parts[index];
      const isBuilt = kind(part) === 'object' && (position.required || value !== undefined) && position.depth < MAX_DEPTH;
      field = isBuilt ? this.members(part, { ...position, value })
        : this.field({ ...part, description: part.description === schema.description ? undefined : part.description },
          { ...position, value });
      body.replaceChildren(field.node);
    };
    const labels = alternativeLabels(parts);
    const select = next => {
      index = next;
      build(undefined);
      body.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const control = labels.length <= MAX_SEGMENTS ? segments(labels, index, select).node
      : el('select', { onchange: event => select(Number(event.target.value)) },
        labels.map((label, position) => el('option', { value: String(position), selected: position === index }, visible(label))));
    build(initial);
    control.setAttribute('aria-label', `Form of ${visible(position.name)}`);
    const node = el('div.field.wide',
      el('div.line', el('span.secondary.small', 'Form of ', untrusted(position.label ?? position.name, 60)), control),
      schema.description ? el('p.field-description', untrusted(schema.description, 400)) : null, body);
    node.dataset.argument = position.name;
    return { node, wide: true, read: errors => field.read(errors) };
  }
}

// Choices side by side: radio buttons, so that arrows move and a screen reader says how many there are.
export function segments(labels, selected, onselect) {
  const name = `choice-${++sequence}`;
  let index = selected;
  const node = el('span.segments', { role: 'radiogroup' }, labels.map((label, position) => el('label', el('input', {
    type: 'radio', name, checked: position === selected, onchange: () => { index = position; onselect?.(position); }
  }), untrusted(label, 60))));
  return { node, index: () => index };
}

// Whether boxes show the value exactly: each choice at most once, in the order of the choices.
function isSelection(options, value) {
  const positions = (value ?? []).map(each => options.findIndex(option => equal(option.value, each)));
  return positions.every((position, index) => position > (positions[index - 1] ?? -1));
}

function checkItems(items, { minItems = 0, maxItems = Infinity }, errors) {
  if (items.length < minItems) { errors.push(`At least ${count(minItems, 'entry', 'entries')}.`); }
  if (items.length > maxItems) { errors.push(`At most ${count(maxItems, 'entry', 'entries')}.`); }
}

function readNumber(text, schema, errors) {
  const value = Number(text.trim());
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) || !Number.isFinite(value)) {
    errors.push(schema.type === 'integer' ? 'Not a whole number.' : 'Not a number.');
    return undefined;
  }
  if (schema.type === 'integer' && !Number.isInteger(value)) { errors.push('Not a whole number.'); }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) { errors.push('Too large for this page to send exactly.'); }
  const minimum = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum : schema.minimum;
  const maximum = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum : schema.maximum;
  if (value < minimum) { errors.push(`At least ${minimum}.`); }
  if (value > maximum) { errors.push(`At most ${maximum}.`); }
  if (value === schema.exclusiveMinimum) { errors.push(`More than ${minimum}.`); }
  if (value === schema.exclusiveMaximum) { errors.push(`Less than ${maximum}.`); }
  return value;
}

// A pattern is not tried here: it comes from the server, and some patterns run for minutes. The server checks it.
function readText(text, schema, errors) {
  const length = [...text].length;
  if (length < schema.minLength) { errors.push(`At least ${count(schema.minLength, 'character')}.`); }
  if (length > schema.maxLength) { errors.push(`At most ${count(schema.maxLength, 'character')}.`); }
  return text;
}

function numberRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
  const from = typeof exclusiveMinimum === 'number' ? `more than ${exclusiveMinimum}` : minimum;
  const to = typeof exclusiveMaximum === 'number' ? `less than ${exclusiveMaximum}` : maximum;
  if (from !== undefined && to !== undefined) { return `${from} to ${to}`; }
  return from !== undefined ? `from ${from}` : to !== undefined ? `to ${to}` : null;
}

function lengthRange({ minLength, maxLength }) {
  return maxLength ? `at most ${number(maxLength)} characters` : minLength > 1 ? `at least ${number(minLength)} characters`
    : null;
}

const itemsRange = ({ minItems, maxItems }) => minItems && maxItems ? `${minItems} to ${maxItems}`
  : minItems ? `at least ${minItems}` : maxItems ? `at most ${maxItems}` : null;

// --- the form ------------------------------------------------------------------------------------------------------

// The arguments of a tool as fields, or as JSON by a switch. Of an elicitation: fields of a flat schema, with their defaults.
export class ArgumentsForm {
  // compare: the values are those of a waiting call; changed ones say what they were.
  constructor(schema, { value, compare = false, elicitation = false, onchange = () => {} }) {
    this.schema = isObject(schema) ? schema : {};
    this.compare = compare;
    this.elicitation = elicitation;
    this.original = value;
    this.body = el('div.form-body');
    this.node = el(compare ? 'form.arguments.compare' : 'form.arguments', { novalidate: true }, this.body);
    this.node.addEventListener('submit', event => event.preventDefault());
    this.node.addEventListener('input', () => onchange());
    this.onchange = onchange;
    this.isJson = false;
    this.showFields(value ?? {});
    // What a form of defaults holds before it is touched.
    if (elicitation) { this.original = this.value; }
  }

  showFields(value) {
    const builder = new FieldBuilder(this.schema, this);
    const resolved = resolve(this.schema, this.schema);
    const isShown = kind(resolved) === 'object' || kind(resolved) === 'alternatives';
    this.isJson = false;
    if (!isShown && !Object.keys(value).length && resolved.additionalProperties !== true && !isObject(resolved.additionalProperties)) {
      this.field = { node: el('p.secondary', this.elicitation ? 'The form has no fields.' : 'The tool takes no arguments.'), read: () => ({}) };
    } else {
      this.field = builder.field(isShown ? resolved : { ...resolved, type: 'object' },
        { name: 'arguments', required: true, value, depth: 0 });
    }
    this.body.replaceChildren(this.field.node);
  }

  showJson(value) {
    this.isJson = true;
    const text = jsonText(value);
    const error = el('p.field-error', { role: 'alert', id: 'arguments-error' });
    const control = el('textarea.code', {
      rows: Math.min(24, Math.max(6, text.split('\n').length + 1)), 'aria-label': 'Arguments as JSON',
        'aria-describedby': 'arguments-error', spellcheck: 'false', value: text
    });
    this.field = {
      node: el('div.field.wide', control, error),
      read: errors => {
        let problem = 'Arguments are a JSON object.';
        try {
          const parsed = JSON.parse(control.value);
          if (isObject(parsed)) {
            error.textContent = '';
            return parsed;
          }
        } catch (failure) {
          problem = `No JSON: ${failure.message}.`;
        }
        if (errors) {
          error.textContent = problem;
          errors.push(control);
        }
        return undefined;
      }
    };
    this.body.replaceChildren(this.field.node);
  }

  // Switches between fields and JSON; JSON that cannot be read stays.
  toggle() {
    const errors = [];
    const value = this.field.read(this.isJson ? errors : null) ?? {};
    if (!this.isJson) {
      this.showJson(value);
    } else if (!errors.length) {
      this.showFields(value);
    } else {
      errors[0].focus();
    }
    this.onchange();
    return this.isJson;
  }

  // Marks fields with the problems that the receiver named, by field; returns how many it found. The first gets the focus.
  mark(problems) {
    const marked = (this.field.fields ?? []).filter(([name, field]) => field.mark && problems.has(name));
    marked.forEach(([name, field]) => field.mark(problems.get(name)));
    marked[0]?.[1].focus();
    return marked.length;
  }

  // The value as it stands, without marking errors for the reader.
  get value() { return this.field.read(null) ?? {}; }

  get isChanged() { return !equal(this.value, this.original ?? {}); }

  // The value, or null after the first field in error got the focus.
  submit() {
    const errors = [];
    const value = this.field.read(errors);
    if (errors.length) {
      errors[0].focus();
      return null;
    }
    return value ?? {};
  }
}
