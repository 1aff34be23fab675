package io.mcpbridge.spring.boot.autoconfigure;

import org.springframework.beans.factory.aot.BeanRegistrationExcludeFilter;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Leaves the scanner of LangChain4j's starter out of applications that are processed ahead of time:
 * the processed application has the bean definitions of its {@code @AiService} interfaces, and a
 * second scan fails because their names are taken. Registered in {@code aot.factories}.
 */
final class AiServiceScannerExclusion implements BeanRegistrationExcludeFilter {

  private static final String SCANNER = "dev.langchain4j.service.spring.AiServiceScannerProcessor";

  @Override
  public boolean isExcludedFromAotProcessing(RegisteredBean bean) {
    return bean.getBeanClass().getName().equals(SCANNER);
  }
}
