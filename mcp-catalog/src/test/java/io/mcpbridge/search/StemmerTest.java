package io.mcpbridge.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples of Porter's article. */
class StemmerTest {

  @ParameterizedTest
  @CsvSource({
    "caresses,caress",
    "ponies,poni",
    "cats,cat",
    "feed,feed",
    "agreed,agre",
    "plastered,plaster",
    "motoring,motor",
    "conflated,conflat",
    "sized,size",
    "hopping,hop",
    "falling,fall",
    "filing,file",
    "happy,happi",
    "sky,sky",
    "relational,relat",
    "conditional,condit",
    "digitizer,digit",
    "operator,oper",
    "decisiveness,decis",
    "triplicate,triplic",
    "formative,form",
    "hopeful,hope",
    "revival,reviv",
    "allowance,allow",
    "replacement,replac",
    "adoption,adopt",
    "activate,activ",
    "probate,probat",
    "rate,rate",
    "controlling,control"
  })
  void stems(String word, String stem) {
    assertThat(Stemmer.stem(word)).isEqualTo(stem);
  }

  @ParameterizedTest
  @CsvSource({"dns,dns", "s3,s3", "é,é", "größe,größe", "id,id"})
  void leavesOtherWordsUnchanged(String word, String unchanged) {
    assertThat(Stemmer.stem(word)).isEqualTo(unchanged);
  }
}
