package com.example.springtests;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose {@code application.yaml} configures the production server. */
@SpringBootConfiguration
@EnableAutoConfiguration
class WeatherApplication {}
