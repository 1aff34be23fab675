if object_id(N'mcp_oauth_entry') is null
create table mcp_oauth_entry (
  entry_key varchar(64) not null primary key,
  ends_at bigint not null,
  content nvarchar(max) not null,
  index mcp_oauth_entry_ends_at (ends_at)
);
