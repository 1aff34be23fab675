if object_id(N'mcp_approval') is null
create table mcp_approval (
  entry_key varchar(64) not null primary key,
  version bigint not null,
  state varchar(20) not null,
  owner varchar(64) not null,
  conversation varchar(64),
  created_at bigint not null,
  ends_at bigint not null,
  content nvarchar(max) not null,
  index mcp_approval_state (state, created_at),
  index mcp_approval_owner (owner, created_at),
  index mcp_approval_conversation (conversation, created_at),
  index mcp_approval_ends_at (ends_at)
);
