create table if not exists mcp_approval (
  entry_key varchar(64) not null primary key,
  version bigint not null,
  state varchar(20) not null,
  owner varchar(64) not null,
  conversation varchar(64),
  created_at bigint not null,
  ends_at bigint not null,
  content text not null
);
create index if not exists mcp_approval_state on mcp_approval (state, created_at);
create index if not exists mcp_approval_owner on mcp_approval (owner, created_at);
create index if not exists mcp_approval_conversation on mcp_approval (conversation, created_at);
create index if not exists mcp_approval_ends_at on mcp_approval (ends_at);
