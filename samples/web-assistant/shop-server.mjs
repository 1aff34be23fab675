// The MCP server "shop" of this sample, on the TypeScript SDK. It knows users by the header X-Api-Key, offers
// managers more tools than others, and asks why an order is to be canceled (elicitation).
//
//   node shop-server.mjs PORT
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

// verification/third-party/real-servers/install puts the packages there
const require = createRequire(new URL('../../verification/third-party/real-servers/target/npm/', import.meta.url));
const { McpServer, createMcpHandler, fromJsonSchema, inputRequired, inputResponse } = require('@modelcontextprotocol/server');
const { toNodeHandler } = require('@modelcontextprotocol/node');

const users = new Map([
  ['key-of-ada', { name: 'Ada', manager: true, orders: { 17: 'a red lamp' } }],
  ['key-of-bob', { name: 'Bob', manager: false, orders: { 21: 'two chairs', 22: 'a table' } }]
]);
const object = properties => ({ type: 'object', properties, required: Object.keys(properties) });
const orderNumber = fromJsonSchema(object({ order: { type: 'integer', description: 'Number of the order' } }));
const text = (words, isError = false) => ({ content: [{ type: 'text', text: words }], isError });

function shop({ requestInfo }) {
  const user = users.get(requestInfo.headers.get('x-api-key'));
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool('list_orders', { description: 'Lists my orders', annotations: { readOnlyHint: true } },
    () => text(`Orders of ${user.name}: ` + (Object.entries(user.orders).map(([id, what]) => `${id} ${what}`).join(', ') || 'none')));
  server.registerTool('cancel_order', {
    title: 'Cancel order', description: 'Cancels an order', inputSchema: orderNumber, annotations: { destructiveHint: true }
  }, ({ order }, { mcpReq }) => {
    if (!user.orders[order]) {
      return text(`There is no order ${order}`, true);
    }
    const reason = inputResponse(mcpReq.inputResponses, 'reason');
    if (reason.kind !== 'elicit') {
      const question = { message: `Why do you cancel ${user.orders[order]}?`, requestedSchema: object({ reason: { type: 'string' } }) };
      return inputRequired({ inputRequests: { reason: inputRequired.elicit(question) } });
    }
    if (reason.action !== 'accept') {
      return text(`Order ${order} is kept`);
    }
    delete user.orders[order];
    console.log(`canceled: ${order}`);
    return text(`Order ${order} is canceled: ${reason.content.reason}`);
  });
  if (user.manager) {
    server.registerTool('report_sales', { description: 'Reports the sales', annotations: { readOnlyHint: true } },
      () => text('3 open orders'));
  }
  return server;
}

const port = Number(process.argv[2]);
const mcp = toNodeHandler(createMcpHandler(shop, { legacy: 'reject' }));
createServer((request, response) =>
  users.has(request.headers['x-api-key']) ? mcp(request, response) : response.writeHead(403).end('unknown API key')
).listen(port, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${port}/mcp`));
