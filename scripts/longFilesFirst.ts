import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** How long files lasted in a run of all, in seconds, for a machine that has not run them yet: `node scripts/longFiles.mjs` writes it. */
const longFiles: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('./longFiles.json', import.meta.url), 'utf8'),
)

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
