package com.example.migration;

/** A small application: an assistant with tools, and two functions without a model. */
interface WeatherDesk extends AutoCloseable {

  /** The model's answer, with the tools of a weather server and of a program. */
  String ask(String question);

  /** A resource of the weather server. */
  String stations();

  /** A prompt of the weather server, filled in. */
  String briefing(String city);

  @Override
  void close();
}
