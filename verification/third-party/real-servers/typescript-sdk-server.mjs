// An MCP server on the TypeScript SDK 2.x. Speaks 2026-07-28 and nothing older (`initialize` is refused), unless
// told to be dual: then also 2024-11-05 to 2025-11-25, over HTTP without sessions.
//
//   node typescript-sdk-server.mjs [--dual] --stdio
//   node typescript-sdk-server.mjs [--dual] --http PORT      serves http://127.0.0.1:PORT/mcp
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

// ./install puts the packages below target/, where an `import` of this file would not look.
const require = createRequire(new URL('./target/npm/', import.meta.url));
const { McpServer, createMcpHandler, fromJsonSchema, inputRequired, inputResponse } =
  require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = require('@modelcontextprotocol/node');

const STEP_MS = 50;

const schema = properties =>
  fromJsonSchema({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
const text = (words, more = {}) => ({ content: [{ type: 'text', text: words }], ...more });

function addTools(server) {
  server.registerTool('add', {
    description: 'Adds two numbers',
    inputSchema: schema({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: schema({ sum: { type: 'number' } }),
    annotations: { readOnlyHint: true }
  }, ({ a, b }) => text(`${a} + ${b} = ${a + b}`, { structuredContent: { sum: a + b } }));
  server.registerTool('greet', {
    description: 'Greets somebody by name',
    inputSchema: schema({ name: { type: 'string', minLength: 1 } })
  }, ({ name }) => text(`Hello, ${name}!`));
  server.registerTool('locate', {
    description: 'Says which region was asked, which a proxy can read in a header',
    inputSchema: schema({ region: { type: 'string', 'x-mcp-header': 'Region' } })
  }, ({ region }) => text(`Asked for ${region}`));
  server.registerTool('fail', { description: 'Answers that it failed' },
    () => text('failed as asked', { isError: true }));
  server.registerTool('crash', { description: 'Throws an error' }, () => {
    throw new Error('crashed as asked');
  });
  server.registerTool('log', { description: 'Logs at two levels' }, async ({ mcpReq }) => {
    await mcpReq.log('debug', 'not to be heard');
    await mcpReq.log('error', 'to be heard');
    return text('logged');
  });
  server.registerTool('count', {
    description: 'Counts, with progress',
    inputSchema: schema({ to: { type: 'integer' } })
  }, async ({ to }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let i = 1; i <= to; i++) {
      await pause(STEP_MS);
      if (progressToken !== undefined) {
        const params = { progressToken, progress: i, total: to, message: `at ${i}` };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
    }
    return text(`Counted to ${to}`);
  });
}

// Written once: asks within the result in 2026-07-28, by a request of its own before.
function addQuestions(server) {
  server.registerTool('ask-user', { description: "Asks the client's user for a name, then for a color" },
    ({ mcpReq }) => {
      const name = mcpReq.requestState() ?? inputResponse(mcpReq.inputResponses, 'name').content?.name;
      const color = inputResponse(mcpReq.inputResponses, 'color');
      if (color.kind === 'elicit') {
        return text(`${name} ${color.action}s ${color.content?.color}`);
      }
      return name
        ? inputRequired({ inputRequests: { color: question('Which color?', 'color') }, requestState: name })
        : inputRequired({ inputRequests: { name: question('Who are you?', 'name') } });
    });
  server.registerTool('ask-model', {
    description: "Asks the client's model",
    inputSchema: schema({ text: { type: 'string' } })
  }, ({ text: words }, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'model');
    const messages = [{ role: 'user', content: { type: 'text', text: words } }];
    return answer.kind === 'sampling'
      ? text(`${answer.result.model} said ${answer.result.content.text}`)
      : inputRequired({ inputRequests: { model: inputRequired.createMessage({ messages, maxTokens: 100 }) } });
  });
  server.registerTool('roots', { description: "Lists the client's roots" }, ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'roots');
    return answer.kind === 'roots'
      ? text(answer.roots.map(root => root.uri).join(' '))
      : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
}

const question = (message, member) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [member]: { type: 'string' } }, required: [member] }
  });

function typescriptServer() {
  const server = new McpServer(
    { name: 'typescript-sdk-server', title: 'TypeScript SDK', version: '1.0.0' },
    { capabilities: { logging: {} }, instructions: 'Adds numbers and greets people.' });
  addTools(server);
  addQuestions(server);
  server.registerResource('note', 'memo://note', { mimeType: 'text/plain' },
    uri => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Remember the milk' }] }));
  server.registerPrompt('welcome', {
    description: 'Welcomes a user',
    argsSchema: schema({ name: { type: 'string' } })
  }, ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Welcome, ${name}!` } }] }));
  return server;
}

const args = process.argv.slice(2);
const dual = args[0] === '--dual' && Boolean(args.shift());
const [door, port] = args;
const options = {
  ...(dual ? {} : { legacy: 'reject' }),
  onerror: error => console.error(`typescript-sdk-server: ${error.message}`)
};
if (door === '--stdio') {
  serveStdio(typescriptServer, options);
} else if (door === '--http' && port) {
  const mcp = toNodeHandler(createMcpHandler(typescriptServer, options));
  createServer((request, response) =>
    request.url === '/mcp' ? mcp(request, response) : response.writeHead(404).end()
  ).listen(Number(port), '127.0.0.1', () =>
    console.error(`typescript-sdk-server: listening on http://127.0.0.1:${port}/mcp`));
} else {
  console.error('usage: typescript-sdk-server.mjs [--dual] --stdio | --http PORT');
  process.exitCode = 2;
}
