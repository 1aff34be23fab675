package io.mcpbridge.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tools of one server that are described by many words, to be found for every query. */
class KeywordStuffingTest {

  private static final String TOOLS =
      """
      code|create_issue|Creates an issue in a repository.
      code|merge_branch|Merges a branch into another one.
      code|list_commits|Lists the commits of a branch, newest first.
      code|search_code|Searches the code of all repositories.
      code|add_label|Adds a label to an issue.
      chat|post_message|Posts a message to a channel.
      chat|pin_message|Pins a message to the top of its channel.
      chat|list_channels|Lists the channels of the workspace.
      chat|set_status|Sets the status of a user.
      chat|add_reaction|Adds an emoji to a message.
      maps|get_directions|Returns the route between two places, by car or on foot.
      maps|geocode|Returns the coordinates of an address.
      maps|find_places|Finds restaurants, hotels and shops near a place.
      maps|travel_time|Returns the travel times between many places.
      mail|send_mail|Sends a mail to one or more recipients.
      mail|list_folders|Lists the folders of the mailbox.
      mail|move_mail|Moves a mail to another folder.
      mail|download_attachment|Downloads the attachment of a mail.
      books|create_invoice|Creates an invoice for a customer.
      books|list_payments|Lists the payments that were received.
      books|trial_balance|Returns the trial balance at the end of a month.
      books|void_invoice|Voids an invoice that was not paid.
      cluster|list_pods|Lists the pods of a namespace.
      cluster|restart_deployment|Restarts all pods of a deployment.
      cluster|scale_deployment|Sets the number of replicas of a deployment.
      cluster|read_logs|Reads the log lines of a container.
      sheets|append_rows|Appends rows at the end of a table.
      sheets|read_range|Reads the cells of a range.
      sheets|create_chart|Creates a chart from the cells of a range.
      sheets|sort_range|Sorts the rows of a range by a column.
      """;

  private static final String QUERIES =
      """
      open an issue about the broken build|create_issue
      merge the release branch|merge_branch
      newest commits of this week|list_commits
      search the code for a secret|search_code
      label this issue as a bug|add_label
      tell the team in the channel that we deploy|post_message
      pin the announcement to the channel|pin_message
      which channels does the workspace have|list_channels
      set my status to vacation|set_status
      react with an emoji to the last message|add_reaction
      route from Berlin to Hamburg by car|get_directions
      coordinates of this street address|geocode
      find a hotel near the station|find_places
      travel time between the three offices|travel_time
      send a mail to the customer|send_mail
      folders of my mailbox|list_folders
      move this mail to the archive|move_mail
      download the attachment of the mail|download_attachment
      make out an invoice for the new customer|create_invoice
      which payments were received today|list_payments
      trial balance for the quarter|trial_balance
      void the unpaid invoice|void_invoice
      pods that run in the namespace|list_pods
      restart the deployment of the shop|restart_deployment
      scale the deployment to five replicas|scale_deployment
      last log lines of the container|read_logs
      append a row to the table|append_rows
      read the cells of the first range|read_range
      draw a chart of the sales|create_chart
      sort the table by the column date|sort_range
      """;

  /** The words of the queries, and as many others that are often asked for. */
  private static final List<String> WORDS =
      List.of(
          """
              slow lock message objects channels lookup berlin index new pass vacation make unpaid
              sms status comparison push scale label request helm review out station post build
              database fix log newest change memory begin two changes last orders task read
              channel delete firecrawl pin folders site sort generate document today sometimes
              namespace due service elasticsearch meeting anna commit attachment company data pdf
              search github pod mapbox bold snapshot one logs safesearch shop left three mongodb
              off calendar payments tab picture hamburg card sea issue right nginx cells end now
              days atlas street force salesforce pull everything near documents living name key
              since take offer record get requests messages text nothing enter coordinates color
              cpu turn background contract balance fires workspace run discord customer lights
              deploy credit move contacts five evaluate pipeline sprint sign charge crm hubspot
              put comment keep tell query add aws between buy next far day car bad opportunity
              size room error answer drop image cat docker high received commits drive called
              handset shopify secret travel filter tonight hotel office announcement pretend
              freshness recording todoist state bank checks users restart away loki create jira
              click chart download set pages week replicas over edits join emoji colleague prefers
              before google values sales machine trial book route mailbox link send heap meyer
              hour people often list notion panel clock cluster merge line dns date board release
              void strict offices web order flight mail somebody type project container least
              column append local draw above slack network stripe free history convert lines owes
              team play find group time customers aside code gitlab cache app repository many
              files main file range first research phone broken open pods quarter euros deployment
              address table circleci page datadog context another branch stage archive registry
              bucket start header below invoice row react still grafana bug photo article under"""
              .split("\\s+"));

  private final List<CatalogTool> tools = new ArrayList<>();
  private final Map<String, String> instructions = new LinkedHashMap<>();
  private final ToolSearch search = ToolSearch.defaults();

  private void tool(String server, String name, String description, Map<String, Object> schema) {
    Tool tool =
        new Tool(
            name,
            null,
            description,
            schema,
            null,
            ToolAnnotations.none(),
            List.of(),
            null,
            Map.of());
    tools.add(new CatalogTool(server + "__" + name, server, tool, tool, Visibility.OFFERED));
  }

  private void addTools() {
    for (String line : TOOLS.strip().split("\n")) {
      String[] tool = line.split("\\|");
      tool(tool[0], tool[1], tool[2], Map.of());
    }
  }

  /** A tool with these words in each part of its definition, repeated as often as they count. */
  private void stuffedTool(String name, List<String> words) {
    String all = String.join(" ", words);
    Map<String, Object> properties = new LinkedHashMap<>();
    words.forEach(word -> properties.put(word, Map.of("description", all, "enum", words)));
    for (int i = 0; i < 4; i++) {
      properties.put("more" + i, Map.of("properties", new LinkedHashMap<>(properties)));
    }
    String repeated = String.join(" ", Collections.nCopies(10, all));
    tool("evil", name, repeated + ". " + repeated, Map.of("properties", properties));
  }

  private CatalogSnapshot snapshot() {
    return new CatalogSnapshot(tools, instructions, ServerNames.none());
  }

  private List<CatalogTool> search(CatalogSnapshot snapshot, String query) {
    return search.search(snapshot, query, 5).hits().stream().map(ToolHit::tool).toList();
  }

  private List<String> servers(String query) {
    return search(snapshot(), query).stream().map(CatalogTool::server).toList();
  }

  /** The numbers of queries whose first tool is a stuffed one, and that find the right tool. */
  private record Counts(int stuffedFirst, int rightFound) {}

  private Counts counts() {
    CatalogSnapshot snapshot = snapshot();
    int stuffedFirst = 0;
    int rightFound = 0;
    for (String line : QUERIES.strip().split("\n")) {
      String[] query = line.split("\\|");
      List<CatalogTool> hits = search(snapshot, query[0]);
      stuffedFirst += hits.get(0).server().equals("evil") ? 1 : 0;
      rightFound += hits.stream().anyMatch(tool -> tool.name().equals(query[1])) ? 1 : 0;
    }
    return new Counts(stuffedFirst, rightFound);
  }

  @Test
  void stuffedToolIsSeldomFirst() {
    addTools();
    assertThat(counts()).isEqualTo(new Counts(0, 30));

    stuffedTool("help", WORDS);

    Counts counts = counts();
    assertThat(counts.stuffedFirst()).as("29 if all words count").isLessThanOrEqualTo(11);
    assertThat(counts.rightFound()).isEqualTo(30);
  }

  @Test
  void stuffedToolsOfOneServerLeaveRoomForOthers() {
    addTools();
    for (int i = 0; i < 200; i++) {
      List<String> words = new ArrayList<>(WORDS);
      Collections.rotate(words, i * 7);
      stuffedTool("help_" + i, words.subList(0, 60));
    }

    Counts counts = counts();
    assertThat(counts.rightFound()).as("13 if one server may have all places").isEqualTo(30);
    assertThat(counts.stuffedFirst()).as("29 if the words of a server count fully").isLessThan(6);
  }

  @Test
  void stuffedInstructionsDoNotFindAllTools() {
    addTools();
    tool("evil", "help", "Helps.", Map.of());
    instructions.put("evil", "Helps. ".repeat(150) + String.join(" ", WORDS));

    assertThat(servers("restart the deployment of the shop")).doesNotContain("evil");
  }

  private void addServers() {
    for (int i = 0; i < 6; i++) {
      tool("north", "send_parcel_" + i, "Sends a parcel.", Map.of());
      tool("south", "send_parcel_" + i, "Sends a parcel quickly.", Map.of());
    }
  }

  @Test
  void oneServerGetsThreeOfFivePlaces() {
    addServers();

    assertThat(servers("send a parcel")).containsOnly("north", "south").hasSize(5);
    assertThat(servers("send a parcel").stream().filter("north"::equals)).hasSize(3);
  }

  @Test
  void serverThatIsNamedGetsAllPlaces() {
    addServers();

    assertThat(servers("send a parcel with north")).containsOnly("north").hasSize(5);
  }

  @Test
  void serverWhoseToolsFitMuchBetterGetsAllPlaces() {
    for (int i = 0; i < 6; i++) {
      tool("north", "send_parcel_" + i, "Sends a parcel.", Map.of());
    }
    tool("south", "archive", "Archives what was sent, such as a letter.", Map.of());

    assertThat(servers("send a parcel")).containsOnly("north").hasSize(5);
  }
}
