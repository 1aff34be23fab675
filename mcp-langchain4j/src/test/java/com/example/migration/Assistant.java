package com.example.migration;

interface Assistant {
  String chat(String message);
}
