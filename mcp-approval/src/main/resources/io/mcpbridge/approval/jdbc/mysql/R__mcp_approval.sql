create table if not exists mcp_approval (
  entry_key varchar(64) character set ascii collate ascii_bin not null primary key,
  version bigint not null,
  state varchar(20) character set ascii collate ascii_bin not null,
  owner varchar(64) character set ascii collate ascii_bin not null,
  conversation varchar(64) character set ascii collate ascii_bin,
  created_at bigint not null,
  ends_at bigint not null,
  content longtext character set utf8mb4 collate utf8mb4_bin not null,
  index mcp_approval_state (state, created_at),
  index mcp_approval_owner (owner, created_at),
  index mcp_approval_conversation (conversation, created_at),
  index mcp_approval_ends_at (ends_at)
) engine = InnoDB;
