create table if not exists mcp_oauth_entry (
  entry_key varchar(64) not null primary key,
  ends_at bigint not null,
  content text not null
);
create index if not exists mcp_oauth_entry_ends_at on mcp_oauth_entry (ends_at);
