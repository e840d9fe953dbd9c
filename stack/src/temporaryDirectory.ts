import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** For tests: a new directory that is gone when the test is over. Make it before what writes into it. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'foyer-stack-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}
