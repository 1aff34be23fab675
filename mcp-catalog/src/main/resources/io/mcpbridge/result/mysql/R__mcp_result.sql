create table if not exists mcp_result (
  entry_key varchar(64) character set ascii collate ascii_bin not null primary key,
  ends_at bigint not null,
  content longtext character set utf8mb4 collate utf8mb4_bin not null,
  index mcp_result_ends_at (ends_at)
) engine = InnoDB;
