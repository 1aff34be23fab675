package io.mcpbridge.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Ranks tools by the words of a query (BM25F). Immutable. */
final class LexicalIndex {

  /** The weighted frequency at which a word counts half of the most it can. */
  private static final float SATURATION = 1.2f;

  /** How much a word with a similar meaning counts. */
  private static final float RELATED = 0.5f;

  /** How much a word counts that begins like one of the query. */
  private static final float INEXACT = 0.4f;

  /** How much a word of a server's name counts besides selecting the server. */
  private static final float SERVER_TERM = 0.6f;

  /**
   * What the scores of tools are multiplied with if the query names servers: theirs, and others.
   */
  private static final float NAMED = 1.3f;

  private static final float OTHERS = 0.8f;

  /**
   * The least rarity of a query's words, in words that no tool has: for queries of common words.
   */
  private static final float MIN_RARITY = 0.5f;

  /** The weight in a tool from which a word of the query counts as covered by it. */
  private static final float COVERED = 0.4f;

  private static final int SHORTEST_INEXACT = 5;

  /** A name with an underscore, a hyphen or a capital letter inside. */
  private static final Pattern IDENTIFIER =
      Pattern.compile("\\w{1,60}(?:-\\w{1,60}){1,8}|\\w{0,60}(?:_|[a-z][A-Z])\\w{1,60}");

  private static final int MAX_QUERY_IDENTIFIERS = 8;

  /** The number of tools from which a name says nothing about a tool, such as {@code id}. */
  private static final int MAX_IDENTIFIED = 20;

  /** What is added to the score of a tool that has an identifier of the query. */
  private static final float IDENTIFIED = 0.5f;

  private static final int[] NO_TOOLS = {};

  /** The different words of a server's tools from which each counts less. */
  private static final int MAX_WORDS = 400;

  private static final int MAX_NAME_WORDS = 60;

  /** A server of very many things still is found for what no other one does. */
  private static final double MIN_DILUTION = 0.3;

  private static final ToolField[] FIELDS = ToolField.values();

  /** The maximum number of different words of a query; the others are ignored. */
  private static final int MAX_QUERY_TERMS = 48;

  private final int size;
  private final Map<String, Postings> postings;
  private final List<Set<String>> servers = new ArrayList<>();
  private final Set<String> serverTerms = new HashSet<>();
  private final int[] serverOf;
  private final float[] dilution;
  private final Map<String, int[]> identifiers = new HashMap<>();

  /** The documents that contain a word, and its weighted, saturated frequency in each. */
  private record Postings(int[] documents, float[] weights, float rarity) {}

  private static final class PostingsBuilder {
    private int[] documents = new int[4];
    private float[] weights = new float[4];
    private int size;

    void add(int document, float weight) {
      if (size == documents.length) {
        documents = Arrays.copyOf(documents, size * 2);
        weights = Arrays.copyOf(weights, size * 2);
      }
      documents[size] = document;
      weights[size++] = weight;
    }
  }

  /**
   * @param isTrustedServer whether a server's tools count fully, whatever words they have
   */
  LexicalIndex(List<ToolDocument> documents, Predicate<String> isTrustedServer) {
    size = documents.size();
    serverOf = new int[size];
    Map<String, Integer> indexByServer = new HashMap<>();
    for (int i = 0; i < size; i++) {
      String server = documents.get(i).server();
      Integer index = indexByServer.get(server);
      if (index == null) {
        index = servers.size();
        indexByServer.put(server, index);
        Set<String> terms = new HashSet<>(SearchTerms.of(server, 20));
        servers.add(terms);
        serverTerms.addAll(terms);
      }
      serverOf[i] = index;
    }
    dilution = dilution(documents, isTrustedServer);
    float[] averages = new float[FIELDS.length];
    for (ToolField field : FIELDS) {
      averages[field.ordinal()] = ToolDocument.averageLength(documents, field);
    }
    Map<String, PostingsBuilder> builders = new HashMap<>(4096);
    for (int i = 0; i < size; i++) {
      int document = i;
      float[] scale = new float[FIELDS.length];
      for (ToolField field : FIELDS) {
        float relative = documents.get(i).length(field) / averages[field.ordinal()];
        scale[field.ordinal()] =
            documents.get(i).dilution(field)
                * field.weight()
                / (1 - field.lengthWeight() + field.lengthWeight() * relative);
      }
      documents
          .get(i)
          .counts()
          .forEach(
              (term, counts) -> {
                float weight = 0;
                for (int field = 0; field < scale.length; field++) {
                  weight += counts[field] * scale[field];
                }
                builders
                    .computeIfAbsent(term, any -> new PostingsBuilder())
                    .add(document, weight / (SATURATION + weight));
              });
    }
    for (int i = 0; i < size; i++) {
      for (String identifier : documents.get(i).identifiers()) {
        int[] before = identifiers.getOrDefault(identifier, NO_TOOLS);
        if (before.length <= MAX_IDENTIFIED) {
          int[] tools = Arrays.copyOf(before, before.length + 1);
          tools[before.length] = i;
          identifiers.put(identifier, tools);
        }
      }
    }
    identifiers.values().removeIf(tools -> tools.length > MAX_IDENTIFIED);
    postings = new HashMap<>(builders.size() * 2);
    builders.forEach(
        (term, builder) ->
            postings.put(
                term,
                new Postings(
                    Arrays.copyOf(builder.documents, builder.size),
                    Arrays.copyOf(builder.weights, builder.size),
                    rarity(builder.size))));
  }

  /**
   * How much the tools of each server count, at most 1: less if its tools have very many different
   * words in their names and first sentences, as those of a server that is to be found for every
   * query. All published servers that were looked at have fewer.
   */
  private float[] dilution(List<ToolDocument> documents, Predicate<String> isTrustedServer) {
    int serverCount = servers.size();
    int[] tools = new int[serverCount];
    List<Set<String>> names = new ArrayList<>();
    List<Set<String>> words = new ArrayList<>();
    for (int i = 0; i < serverCount; i++) {
      names.add(new HashSet<>());
      words.add(new HashSet<>());
    }
    float[] result = new float[serverCount];
    for (int i = 0; i < size; i++) {
      int server = serverOf[i];
      tools[server]++;
      documents.get(i).addWords(names.get(server), words.get(server));
      result[server] = isTrustedServer.test(documents.get(i).server()) ? 1 : 0;
    }
    for (int i = 0; i < serverCount; i++) {
      double share =
          Math.min(
              (MAX_NAME_WORDS + tools[i] / 2) / Math.max(1.0, names.get(i).size()),
              (MAX_WORDS + tools[i] / 4) / Math.max(1.0, words.get(i).size()));
      double diluted = Math.max(MIN_DILUTION, share * share * share);
      result[i] = (float) Math.max(result[i], Math.min(1, diluted));
    }
    return result;
  }

  private float rarity(int documents) {
    return (float) Math.log(1 + (size - documents + 0.5) / (documents + 0.5));
  }

  /** The scores of all tools, and how much of the query the best one covers. */
  Scores scores(String query) {
    List<QueryTerm> terms = QueryTerm.of(query, MAX_QUERY_TERMS);
    boolean[] named = named(terms);
    float[] scores = new float[size];
    float[] best = new float[size];
    float[] coverage = new float[size];
    float queryRarity = 0;
    float distinctiveRarity = 0;
    for (QueryTerm term : terms) {
      Arrays.fill(best, 0);
      Postings exact = postings.get(term.stem());
      float rarity = (exact == null ? rarity(0) : exact.rarity()) * term.weight();
      if (exact != null) {
        add(exact, rarity, best);
      } else if (!term.isOptional()) {
        similar(term.stem())
            .forEach(match -> add(match, INEXACT * Math.min(match.rarity(), rarity), best));
      }
      for (String related : RelatedTerms.of(term.stem())) {
        Postings match = postings.get(related);
        if (match != null) {
          add(match, RELATED * Math.min(match.rarity() * term.weight(), rarity), best);
        }
      }
      boolean isServer = named != null && serverTerms.contains(term.stem());
      boolean counts = !isServer && !term.isOptional();
      queryRarity += counts ? rarity : 0;
      distinctiveRarity += term.weight() == 1 && !term.isOptional() ? rarity : 0;
      for (int i = 0; i < size; i++) {
        scores[i] += isServer ? SERVER_TERM * best[i] : best[i];
        coverage[i] += counts ? Math.min(rarity, best[i] / COVERED) : 0;
      }
    }
    float norm = Math.max(distinctiveRarity, MIN_RARITY * rarity(0));
    boolean[] identified = identified(query);
    float covered = 0;
    for (int i = 0; i < size; i++) {
      scores[i] = scores[i] / norm + (identified[i] ? IDENTIFIED : 0);
      if (named == null || !named[serverOf[i]]) {
        scores[i] *= named == null ? dilution[serverOf[i]] : OTHERS * dilution[serverOf[i]];
      } else {
        scores[i] *= NAMED;
      }
      covered = Math.max(covered, coverage[i]);
    }
    queryRarity = Math.max(1, queryRarity);
    return new Scores(
        scores, Math.min(1, covered / queryRarity), queryRarity / norm, serverOf, named);
  }

  /** The tools with a name or value that the query has exactly, such as {@code in_trash}. */
  private boolean[] identified(String query) {
    boolean[] identified = new boolean[size];
    Matcher matcher =
        IDENTIFIER.matcher(query.substring(0, Math.min(query.length(), QueryTerm.MAX_LENGTH)));
    for (int i = 0; i < MAX_QUERY_IDENTIFIERS && matcher.find(); i++) {
      for (int tool :
          identifiers.getOrDefault(ToolDocument.normalized(matcher.group()), NO_TOOLS)) {
        identified[tool] = true;
      }
    }
    return identified;
  }

  /** The servers whose names occur in the query; {@code null} if there is none. */
  private boolean @Nullable [] named(List<QueryTerm> terms) {
    Set<String> stems = new HashSet<>();
    terms.forEach(term -> stems.add(term.stem()));
    boolean[] named = null;
    for (int i = 0; i < servers.size(); i++) {
      if (!servers.get(i).isEmpty() && stems.containsAll(servers.get(i))) {
        named = named == null ? new boolean[servers.size()] : named;
        named[i] = true;
      }
    }
    return named;
  }

  /** Words that begin alike, or consist of two words, for one that no tool contains. */
  private List<Postings> similar(String term) {
    List<Postings> similar = new ArrayList<>();
    if (term.length() < SHORTEST_INEXACT) {
      return similar;
    }
    for (int i = 3; i + 3 <= term.length(); i++) {
      Postings first = postings.get(Stemmer.stem(term.substring(0, i)));
      Postings second = postings.get(term.substring(i));
      if (first != null && second != null) {
        similar.add(first);
        similar.add(second);
        return similar;
      }
    }
    postings.forEach(
        (candidate, candidatePostings) -> {
          if (candidate.length() >= SHORTEST_INEXACT && beginAlike(candidate, term)) {
            similar.add(candidatePostings);
          }
        });
    return similar;
  }

  private static boolean beginAlike(String first, String second) {
    int shorter = Math.min(first.length(), second.length());
    int common = 0;
    while (common < shorter && first.charAt(common) == second.charAt(common)) {
      common++;
    }
    int longer = Math.max(first.length(), second.length());
    return common >= SHORTEST_INEXACT
        && (common * 4 >= 3 * longer || common == shorter && longer - common <= 4);
  }

  private static void add(Postings postings, float factor, float[] best) {
    for (int i = 0; i < postings.documents().length; i++) {
      int document = postings.documents()[i];
      best[document] = Math.max(best[document], factor * postings.weights()[i]);
    }
  }

  /**
   * @param scores the score of each tool, relative to the rarity of the query's words: about 1 for
   *     one that has them all, so that queries can be compared. Common words only raise it
   * @param coverage the share of the query's words that the best tool has anywhere, by rarity
   * @param scale the rarity of all words of the query, relative to that of the distinctive ones
   * @param serverOf the number of each tool's server
   * @param named whether the query names a server, by number; {@code null} if it names none
   */
  record Scores(
      float[] scores, float coverage, float scale, int[] serverOf, boolean @Nullable [] named) {

    /** Whether the query names the server of a tool. */
    boolean isNamed(int tool) {
      return named != null && named[serverOf[tool]];
    }
  }

  /**
   * A stemmed word of a query.
   *
   * @param weight how much the word counts, at most 1
   * @param isOptional whether it is two words of the query written as one, such as {@code todo} for
   *     {@code to-do}, which tools need not contain
   */
  private record QueryTerm(String stem, float weight, boolean isOptional) {

    private static final float WEIGHT_OF_COMMON_WORDS = 0.4f;
    private static final float WEIGHT_OF_NUMBERS = 0.3f;
    private static final float WEIGHT_OF_QUOTED_WORDS = 0.4f;

    private static final int MAX_LENGTH = 2_000;

    private static final Pattern QUOTED =
        Pattern.compile("[\"\u201c\u201d]([^\"\u201c\u201d]{1,200})[\"\u201c\u201d]");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    static List<QueryTerm> of(String query, int maxTerms) {
      String text = query.length() > MAX_LENGTH ? query.substring(0, MAX_LENGTH) : query;
      String unquoted = QUOTED.matcher(text).replaceAll(" ");
      Map<String, QueryTerm> terms = new HashMap<>();
      List<QueryTerm> inOrder = new ArrayList<>();
      add(unquoted, 1, maxTerms, terms, inOrder);
      if (unquoted.length() < text.length()) {
        add(text, inOrder.isEmpty() ? 1 : WEIGHT_OF_QUOTED_WORDS, maxTerms, terms, inOrder);
      }
      addPairs(unquoted, maxTerms, terms, inOrder);
      return inOrder;
    }

    private static void add(
        String text,
        float maxWeight,
        int maxTerms,
        Map<String, QueryTerm> byStem,
        List<QueryTerm> terms) {
      for (String stem : SearchTerms.of(text, maxTerms * 2)) {
        if (!byStem.containsKey(stem) && terms.size() < maxTerms) {
          QueryTerm term = new QueryTerm(stem, Math.min(maxWeight, weight(stem)), false);
          byStem.put(stem, term);
          terms.add(term);
        }
      }
    }

    private static void addPairs(
        String text, int maxTerms, Map<String, QueryTerm> byStem, List<QueryTerm> terms) {
      String[] words = BETWEEN_WORDS.split(text.toLowerCase(Locale.ROOT));
      for (int i = 0; i + 1 < words.length && terms.size() < maxTerms; i++) {
        String stem = Stemmer.stem(words[i] + words[i + 1]);
        if (!words[i].isEmpty() && byStem.putIfAbsent(stem, new QueryTerm(stem, 1, true)) == null) {
          terms.add(new QueryTerm(stem, 1, true));
        }
      }
    }

    private static float weight(String stem) {
      if (Character.isDigit(stem.charAt(0))) {
        return WEIGHT_OF_NUMBERS;
      }
      return SearchTerms.isCommon(stem) ? WEIGHT_OF_COMMON_WORDS : 1;
    }
  }
}
