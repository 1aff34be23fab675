package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words with similar meanings in descriptions of software: what people say and what tools are
 * called. General words only, none of particular products.
 */
final class RelatedTerms {

  private static final String GROUPS =
      """
      create add new make insert open start begin register generate write
      delete remove erase drop clear discard trash purge destroy
      update edit modify change alter set adjust revise patch
      rename call name move
      list show get read view display see fetch retrieve
      search find look lookup query locate discover seek
      get fetch retrieve obtain download load
      send post publish submit deliver write
      reply answer respond response thread
      message chat dm text note
      comment remark note annotation
      run execute launch start invoke trigger perform exec
      rerun retry restart again repeat
      stop cancel abort halt terminate end kill quit
      pause suspend mute silence snooze
      copy duplicate clone replicate replica
      move transfer relocate rename migrate
      upload attach import
      download export save
      merge combine join unite
      compare diff difference change
      approve accept sign confirm
      reject decline deny refuse dismiss
      assign delegate responsible assignee owner
      invite add member
      close resolve finish complete done
      open unresolved active pending
      lock protect block
      photo picture image pic
      video film movie record screencast clip
      record capture film
      screenshot capture snapshot image
      file document doc
      folder directory dir
      repository repo
      pull merge request pr mr
      pr pull
      mr merge
      bug issue ticket defect
      issue ticket task problem
      task todo item
      due deadline
      schedule plan calendar postpone reschedule
      remind reminder notify
      label tag category
      branch ref
      version release revision tag
      release ship deploy
      deploy rollout release
      history log commit past
      log trace event
      error failure failed broken exception wrong crash
      fail break
      test check verify validate
      check status state health
      build pipeline job ci workflow
      slow latency performance duration
      cpu performance
      metric measure statistic stat
      alert alarm warning monitor
      dashboard overview
      chart graph diagram plot draw
      draw paint render plot
      table sheet grid
      spreadsheet excel sheet workbook
      tab page sheet
      cell range
      row line record
      column field attribute
      field attribute property
      database db
      collection table
      schema structure definition
      document record object
      index key
      count number many total
      sum aggregate total add
      average mean
      sort order rank
      filter condition where restrict
      limit maximum most cap
      group team
      user person people member account who somebody anybody
      contact person
      customer client buyer
      company business firm organization
      organization org
      purchase order buy
      product item article
      price cost money amount
      invoice bill
      pay payment
      profit loss earn revenue income
      tax vat
      discount coupon
      account ledger
      employee staff worker
      leave vacation holiday
      address location place
      place venue poi restaurant
      near nearby around close
      coordinate latitude longitude lat lng position
      route direction way drive path navigate
      distance far
      travel trip journey
      map geographic
      weather forecast rain temperature umbrella sun wind snow
      time date day hour
      today tomorrow
      web internet online
      website site page
      page document
      url link address
      crawl spider
      scrape extract
      extract text content
      text content body
      summary summarize overview
      translate language
      browser tab chrome
      click press tap push hit
      type enter fill input key
      scroll swipe
      drag drop
      screen display
      phone mobile handset smartphone device
      rotate turn orientation landscape portrait
      resize size dimension
      wait until
      reload refresh
      back previous
      forward next
      login signin sign authenticate
      password credential secret
      permission access right role
      server host machine
      process program
      container pod
      cluster node
      scale replica copy
      network http request
      endpoint url api
      frontend website
      service application app
      environment env
      variable var
      config configuration setting option preference
      parameter argument
      memory remember recall tell
      knowledge memory
      entity node
      relation edge connection
      explain describe documentation
      documentation docs guide manual reference
      doc documentation
      library package module
      install add setup
      upgrade update
      enable activate
      disable deactivate
      subscribe follow watch
      star favorite
      fork copy
      emoji reaction
      channel room conversation
      conversation chat thread
      email mail
      attachment file
      meeting event appointment
      template boilerplate
      workflow automation
      organization hierarchy
      company organization
      overlap intersection venn
      circle round
      pie share
      news article
      question ask
      """;

  private static final Map<String, List<String>> BY_TERM = byTerm();

  private RelatedTerms() {}

  static List<String> of(String term) {
    return BY_TERM.getOrDefault(term, List.of());
  }

  private static Map<String, List<String>> byTerm() {
    Map<String, Set<String>> related = new HashMap<>();
    for (String line : GROUPS.split("\n")) {
      List<String> group = List.of(line.split(" ")).stream().map(Stemmer::stem).distinct().toList();
      for (String term : group) {
        related.computeIfAbsent(term, any -> new LinkedHashSet<>()).addAll(group);
      }
    }
    Map<String, List<String>> byTerm = new HashMap<>();
    related.forEach(
        (term, others) -> {
          List<String> list = new ArrayList<>(others);
          list.remove(term);
          byTerm.put(term, List.copyOf(list));
        });
    return byTerm;
  }
}
