#!/usr/bin/env node
// Records the tool lists of the servers in servers.json, each in its exact version.
//
//   node verification/benchmarks/tool-search/record/record.mjs            all of them
//   node verification/benchmarks/tool-search/record/record.mjs github     one; several names are possible
//
// Installs each package into target/ without its install scripts, starts it over stdio, and writes
// ../servers/NAME.json and the table in ../servers/README.md. The servers get no credentials: the values in
// servers.json only satisfy checks of presence and format. Needs Node 20 or newer with npm.
import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {hostname, userInfo} from 'node:os';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', 'target', 'record');
const servers = join(here, '..', 'servers');
const configurations = JSON.parse(readFileSync(join(here, 'servers.json'), 'utf8'));

const REQUEST_TIMEOUT = 60_000;
// A list may grow after notifications/initialized. It is requested until it stays the same for this long.
const QUIET_PERIOD = 1_500;

function install({name, package: packageName, version}) {
  const folder = join(target, name);
  const manifest = join(folder, 'node_modules', packageName, 'package.json');
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) {
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    execFileSync('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-package-lock',
      '--loglevel=error', `${packageName}@${version}`], {cwd: folder, stdio: ['ignore', 'ignore', 'inherit']});
  }
  return {folder, manifest: JSON.parse(readFileSync(manifest, 'utf8'))};
}

function executable({name, package: packageName, bin}, folder, manifest) {
  const path = typeof manifest.bin === 'string'
    ? manifest.bin
    : manifest.bin[bin] ?? Object.values(manifest.bin)[0];
  if (!path) {
    throw new Error(`${name}: ${packageName} has no executable`);
  }
  return join(folder, 'node_modules', packageName, path);
}

class Connection {
  #process;
  #pending = new Map();
  #nextId = 1;
  #diagnostics = [];

  constructor(command, args, options) {
    this.#process = spawn(command, args, {...options, stdio: ['pipe', 'pipe', 'pipe']});
    this.exited = new Promise(resolve => this.#process.once('exit', resolve));
    this.exited.then(() => this.#failAll(new Error(`exited: ${this.#diagnostics.slice(-8).join(' | ')}`)));
    this.#process.once('error', error => this.#failAll(error));
    this.#process.stdin.on('error', () => {});
    createInterface({input: this.#process.stderr}).on('line', line => this.#diagnostics.push(line));
    createInterface({input: this.#process.stdout}).on('line', line => this.#receive(line));
  }

  #receive(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      this.#diagnostics.push(line);
      return;
    }
    if (message.method !== undefined && message.id !== undefined) {
      this.#send({jsonrpc: '2.0', id: message.id, ...(message.method === 'ping'
        ? {result: {}}
        : {error: {code: -32601, message: 'Method not found'}})});
    } else if (this.#pending.has(message.id)) {
      const {resolve, reject} = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result);
    }
  }

  #failAll(error) {
    this.#pending.forEach(({reject}) => reject(error));
    this.#pending.clear();
  }

  #send(message) {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  notify(method) {
    this.#send({jsonrpc: '2.0', method});
  }

  async request(method, params) {
    const id = this.#nextId++;
    const response = new Promise((resolve, reject) => this.#pending.set(id, {resolve, reject}));
    this.#send({jsonrpc: '2.0', id, method, params});
    const timer = setTimeout(() => this.#failAll(
      new Error(`${method} timed out: ${this.#diagnostics.slice(-8).join(' | ')}`)), REQUEST_TIMEOUT);
    try {
      return await response;
    } finally {
      clearTimeout(timer);
    }
  }

  async close() {
    this.#process.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      const stopped = await Promise.race([this.exited.then(() => true), sleep(2_000, false)]);
      if (stopped) {
        return;
      }
      this.#process.kill(signal);
    }
    await this.exited;
  }
}

async function allTools(connection) {
  const tools = [];
  let cursor;
  do {
    const page = await connection.request('tools/list', cursor === undefined ? {} : {cursor});
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && cursor !== null);
  return tools;
}

async function settledTools(connection) {
  let tools = await allTools(connection);
  for (;;) {
    await sleep(QUIET_PERIOD);
    const again = await allTools(connection);
    if (again.length === tools.length) {
      return again;
    }
    tools = again;
  }
}

// A recording that contains one of these is not written: it describes this machine.
function machineNames() {
  return [target, process.env.HOME, hostname(), userInfo().username === 'root' ? undefined : userInfo().username]
    .filter(word => word && word.length > 3);
}

async function record(configuration) {
  const {name, package: packageName, version, args = [], env = {}} = configuration;
  const {folder, manifest} = install(configuration);
  const work = join(target, name, 'work');
  mkdirSync(work, {recursive: true});
  const connection = new Connection(process.execPath,
    [executable(configuration, folder, manifest), ...args],
    {cwd: work, env: {PATH: process.env.PATH, HOME: work, TZ: 'UTC', LANG: 'C.UTF-8', ...env}});
  try {
    const {protocolVersion, serverInfo, instructions} = await connection.request('initialize', {
      protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'tool-list-recorder', version: '1'}});
    connection.notify('notifications/initialized');
    const tools = await settledTools(connection);
    const lines = Object.entries({server: name, package: packageName, version, license: license(manifest), protocolVersion,
      serverInfo, instructions})
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
    const text = `{\n${lines.join('')}  "tools": [\n${tools.map(tool => `    ${JSON.stringify(tool)}`).join(',\n')}\n  ]\n}\n`;
    const named = machineNames().find(word => text.includes(word));
    if (named) {
      throw new Error(`the tool list contains ${named}`);
    }
    writeFileSync(join(servers, `${name}.json`), text);
    console.log(`${name}: ${tools.length} tools, ${text.length} bytes`);
  } finally {
    await connection.close();
  }
}

function license({name, license: declared}) {
  const own = configurations.find(configuration => configuration.package === name).license;
  return own ?? (typeof declared === 'string' ? declared : declared?.type);
}

function writeTable() {
  const recordings = readdirSync(servers).filter(file => file.endsWith('.json')).sort()
    .map(file => ({file, text: readFileSync(join(servers, file), 'utf8')}))
    .map(({text}) => ({...JSON.parse(text), size: Buffer.byteLength(text)}));
  const rows = recordings.map(({server, package: packageName, version, license: licenseId, tools, size}) =>
    `| \`${server}\` | \`${packageName}\` | ${version} | ${licenseId} | ${tools.length} | ${Math.round(size / 1000)} |`);
  const sum = key => recordings.reduce((total, recording) => total + key(recording), 0);
  const readme = join(servers, 'README.md');
  const before = readFileSync(readme, 'utf8');
  const [head] = before.split('| Server |');
  writeFileSync(readme, `${head}| Server | Package | Version | License | Tools | Size (kB) |\n|---|---|---|---|---:|---:|\n${
    rows.join('\n')}\n| **${recordings.length} servers** | | | | **${sum(r => r.tools.length)}** | **${
    Math.round(sum(r => r.size) / 1000)}** |\n`);
}

const names = process.argv.slice(2);
const unknown = names.find(name => !configurations.some(configuration => configuration.name === name));
if (unknown) {
  console.error(`record: no server named ${unknown} in servers.json`);
  process.exit(2);
}
let failed = 0;
for (const configuration of configurations.filter(({name}) => names.length === 0 || names.includes(name))) {
  try {
    await record(configuration);
  } catch (error) {
    failed++;
    console.error(`${configuration.name}: ${error.message}`);
  }
}
writeTable();
process.exit(failed ? 1 : 0);
