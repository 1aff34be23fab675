create table mcp_approval (
  entry_key varchar2(64) not null primary key,
  version number(19) not null,
  state varchar2(20) not null,
  owner varchar2(64) not null,
  conversation varchar2(64),
  created_at number(19) not null,
  ends_at number(19) not null,
  content clob not null
);
create index mcp_approval_state on mcp_approval (state, created_at);
create index mcp_approval_owner on mcp_approval (owner, created_at);
create index mcp_approval_conversation on mcp_approval (conversation, created_at);
create index mcp_approval_ends_at on mcp_approval (ends_at);
