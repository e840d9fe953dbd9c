import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take ten seconds and more, longest first. */
const longFiles = [
  'scripts/packed.test.ts',
  'apps/server/src/indexer/crash.test.ts',
  'apps/server/src/cli/project.test.ts',
  'stack/src/payout/payouts.test.ts',
  'apps/server/src/indexer/lyingNode.test.ts',
  'apps/server/src/db/openDatabase.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/indexer/indexer.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/relay/interopDapp.test.ts',
  'apps/server/src/contract/contract.test.ts',
]

/** Starts the longest files first, so that no worker is left alone with one at the end. The rest keeps Vitest's order. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longFiles.findIndex((path) => moduleId.endsWith(`/${path}`))
      return index < 0 ? longFiles.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
