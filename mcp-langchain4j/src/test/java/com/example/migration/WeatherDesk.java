package com.example.migration;

/** A small application: an assistant with tools, and two things that it does without a model. */
interface WeatherDesk extends AutoCloseable {

  /** What a model answers, with the tools of a weather server and of a program. */
  String ask(String question);

  /** A resource of the weather server. */
  String stations();

  /** A prompt of the weather server, filled in. */
  String briefing(String city);

  @Override
  void close();
}
