// Draws docs/how-to/images/console-overview.png, the picture of the README: the page with six servers of the fixture, in Chromium.
//
//   node mcp-console/src/test/browser/draw-overview.mjs
//
// Needs chromedriver: verification/third-party/authorization/install
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFixture } from './fixture.mjs';
import { startBrowser, until } from './webdriver.mjs';

const FILE = fileURLToPath(new URL('../../../../docs/how-to/images/console-overview.png', import.meta.url));
const SERVERS = { github: 'https://api.githubcopilot.com/mcp/', filesystem: 'stdio: npx -y @modelcontextprotocol/server-filesystem /data',
  postgres: null, notion: null, calendar: 'https://calendar.example/mcp', weather: 'https://weather.example/mcp' };
// Servers of the fixture that stand for others.
const NAMES = { 'server-01': 'calendar', 'server-02': 'weather' };

const fixture = await startFixture();
const { servers, tools, approvals } = fixture;
for (const { name } of [...servers]) {
  const shown = NAMES[name] ?? name;
  const server = servers.find(each => each.name === name);
  if (!(shown in SERVERS)) {
    servers.splice(servers.indexOf(server), 1);
    continue;
  }
  const ofServer = tools.filter(tool => tool.server === name && !['not accepted', 'same name'].includes(tool.status)).slice(0, shown === 'weather' ? 4 : shown === 'calendar' ? 12 : 31);
  const offered = server.tools ? ofServer.filter(tool => tool.status === 'offered') : [];
  Object.assign(server, { name: shown, address: SERVERS[shown] ?? server.address, tools: server.tools && ofServer.length, offered: offered.length,
    tokens: offered.reduce((sum, tool) => sum + tool.tokens, 0) });
  tools.push(...ofServer.map(tool => ({ ...tool, server: shown, modelName: `${shown}__${tool.name}` })));
}
tools.splice(0, tools.findLastIndex(tool => !(tool.server in SERVERS)) + 1);
const [merge, scale] = approvals;
Object.assign(scale, { server: 'calendar', tool: 'delete_event', title: 'Delete an event', question: 'Delete an event: Release 0.1.0', reason: 'mcp.client.servers.calendar.approval.ask: delete_*' });
approvals.splice(0, Infinity, merge, scale);

const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
const browser = await startBrowser({ profile, width: 1280, height: 720, log: () => {} });
try {
  await browser.resize(1280, 720);
  await browser.driver('POST', '/url', { url: fixture.url });
  await browser.shows('Cost of definitions');
  await until('the servers', () => browser.execute('return document.body.innerText.includes("weather")'));
  writeFileSync(FILE, await browser.screenshot());
} finally {
  await browser.close();
  fixture.close();
  rmSync(profile, { recursive: true, force: true });
}
