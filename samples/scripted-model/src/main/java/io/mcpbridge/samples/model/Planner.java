package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a question into steps, one per part. */
final class Planner {

  private static final Logger logger = LoggerFactory.getLogger(Planner.class);

  /** Above this number, every "and" counts as prose: trying all pairs would be slow. */
  private static final int MAX_PIECES = 12;

  private Planner() {}

  static List<Step> plan(String question, List<OfferedTool> tools) {
    List<Step> steps = new ArrayList<>();
    for (String part : QuestionParts.sure(question)) {
      steps.addAll(planSure(part, tools));
    }
    logger.debug("Planned {} for: {}", steps, question);
    return steps;
  }

  /**
   * An "and" separates questions only if every part results in a call: it also joins the operands
   * of a sum. Works backwards, with the shortest part that leaves a plan for the rest.
   */
  private static List<Step> planSure(String part, List<OfferedTool> tools) {
    List<String> pieces = QuestionParts.possible(part);
    if (pieces.size() == 1 || pieces.size() > MAX_PIECES) {
      return List.of(step(part, tools));
    }
    List<List<Step>> planFrom = new ArrayList<>(Collections.nCopies(pieces.size(), List.of()));
    for (int start = pieces.size() - 1; start >= 0; start--) {
      planFrom.set(start, planFrom(start, pieces, planFrom, tools));
    }
    return planFrom.get(0).isEmpty() ? List.of(step(part, tools)) : planFrom.get(0);
  }

  private static List<Step> planFrom(
      int start, List<String> pieces, List<List<Step>> planFrom, List<OfferedTool> tools) {
    for (int end = start + 1; end <= pieces.size(); end++) {
      List<Step> rest = end < pieces.size() ? planFrom.get(end) : List.of();
      if ((end == pieces.size() || !rest.isEmpty())
          && step(String.join(" and ", pieces.subList(start, end)), tools)
              instanceof Step.Call call) {
        List<Step> plan = new ArrayList<>(List.of(call));
        plan.addAll(rest);
        return plan;
      }
    }
    return List.of();
  }

  private static Step step(String part, List<OfferedTool> tools) {
    return ExplicitCall.parse(part, tools)
        .orElseGet(
            () ->
                ToolChooser.choose(part, tools)
                    .orElseGet(
                        () ->
                            new Step.Unclear(
                                "no offered tool shares enough words with \"" + part + "\".")));
  }
}
