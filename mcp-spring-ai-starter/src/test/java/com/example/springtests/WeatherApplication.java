package com.example.springtests;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose {@code application.yaml} has the server that everybody uses. */
@SpringBootConfiguration
@EnableAutoConfiguration
class WeatherApplication {}
