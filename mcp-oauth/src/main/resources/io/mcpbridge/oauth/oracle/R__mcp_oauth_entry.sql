create table mcp_oauth_entry (
  entry_key varchar2(64) not null primary key,
  ends_at number(19) not null,
  content clob not null
);
create index mcp_oauth_entry_ends_at on mcp_oauth_entry (ends_at);
