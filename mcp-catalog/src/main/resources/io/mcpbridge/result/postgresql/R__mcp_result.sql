create table if not exists mcp_result (
  entry_key varchar(64) not null primary key,
  ends_at bigint not null,
  content text not null
);
create index if not exists mcp_result_ends_at on mcp_result (ends_at);
