import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The ten files that take longest, in seconds of one run beside other work: for a machine that has not run them yet. */
const longFiles: Readonly<Record<string, number>> = {
  'scripts/packed.test.ts': 60,
  'scripts/createFoyer.test.ts': 49,
  'apps/server/src/cli/keeper.test.ts': 51,
  'apps/server/src/contract/contract.test.ts': 49,
  'apps/server/src/behindProxy.test.ts': 48,
  'apps/server/src/swaps/swapping.test.ts': 41,
  'apps/server/src/db/openDatabase.test.ts': 38,
  'apps/server/src/indexer/indexer.test.ts': 36,
  'apps/server/src/keeper/attacks.test.ts': 36,
  'apps/server/src/backup/backup.test.ts': 31,
}

/**
 * Starts the longest files first, as long as each took the last time, so that no worker is left alone with one at the end: those with a process of
 * their own, then project by project, the one with the longest file first. A worker of files that share their imports goes on only with the next of its
 * project, and else imports everything anew.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx
    const lasted = ({ moduleId, project }: TestSpecification) => {
      const path = relative(config.root, moduleId)
      const last = cache.getFileTestResults(`${project.name}:${path}`)
      return last?.duration ?? 1_000 * (longFiles[path] ?? 0)
    }
    const sorted = (await super.sort(files)).sort((one, other) => lasted(other) - lasted(one))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const group = ({ project }: TestSpecification) => (project.config.isolate ? -1 : projects.indexOf(project))
    return sorted.sort((one, other) => group(one) - group(other))
  }
}
