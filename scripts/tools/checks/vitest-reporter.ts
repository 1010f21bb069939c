/** Vitest's reporter for `npm test` (file-report.ts). */
import type { Reporter, TestModule } from 'vitest/node';
import { isMissing } from '../setup/missing.mjs';
import { firstLines, nameOf, statusOf, writeReport, type TestResult } from './file-report.ts';

const testsOf = (module: TestModule): readonly TestResult[] =>
  [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    const why = firstLines(errors?.[0]?.message);
    const status = state === 'failed' ? statusOf(why) : state === 'passed' ? state : 'skipped';
    return { title: test.fullName, status, why };
  });

const onTestModuleEnd = (module: TestModule): void => {
  const tests = testsOf(module);
  const told = tests.some(({ status, why: reason }) => status === 'failed' || isMissing(reason));
  const broken = module.state() === 'failed' && !told;
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  const why = firstLines(errors[0]?.message);
  writeReport({
    where: nameOf(module.moduleId),
    seconds: module.diagnostic().duration / 1000,
    tests: broken ? [...tests, { title: 'could not be run', status: statusOf(why), why }] : tests,
  });
};

// Vitest expects a constructor as the default export.
export default function FileReporter(): Reporter {
  return { onTestModuleEnd };
}
