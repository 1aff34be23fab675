// An MCP server that speaks 2026-07-28 and nothing older: `initialize` is refused.
//
//   node modern-server.mjs --stdio
//   node modern-server.mjs --http PORT      serves http://127.0.0.1:PORT/mcp
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

// ./install puts the packages below target/, where an `import` of this file would not look.
const require = createRequire(new URL('./target/npm/', import.meta.url));
const { McpServer, createMcpHandler, fromJsonSchema } = require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = require('@modelcontextprotocol/node');

const schema = properties =>
  fromJsonSchema({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

function modernServer() {
  const server = new McpServer(
    { name: 'modern-server', title: 'Modern only', version: '1.0.0' },
    { instructions: 'Adds numbers and greets people.' });
  server.registerTool('add', {
    description: 'Adds two numbers',
    inputSchema: schema({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: schema({ sum: { type: 'number' } }),
    annotations: { readOnlyHint: true }
  }, ({ a, b }) => ({ content: [{ type: 'text', text: `${a} + ${b} = ${a + b}` }], structuredContent: { sum: a + b } }));
  server.registerTool('greet', {
    description: 'Greets somebody by name',
    inputSchema: schema({ name: { type: 'string', minLength: 1 } })
  }, ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}!` }] }));
  return server;
}

const [mode, port] = process.argv.slice(2);
const modernOnly = { legacy: 'reject', onerror: error => console.error(`modern-server: ${error.message}`) };
if (mode === '--stdio') {
  serveStdio(modernServer, modernOnly);
} else if (mode === '--http' && port) {
  const mcp = toNodeHandler(createMcpHandler(modernServer, modernOnly));
  createServer((request, response) =>
    request.url === '/mcp' ? mcp(request, response) : response.writeHead(404).end()
  ).listen(Number(port), '127.0.0.1', () => console.error(`modern-server: listening on http://127.0.0.1:${port}/mcp`));
} else {
  console.error('usage: modern-server.mjs --stdio | --http PORT');
  process.exitCode = 2;
}
