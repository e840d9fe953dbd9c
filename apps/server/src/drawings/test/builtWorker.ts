import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the worker of the sources into the place where the build has it: Node starts none of TypeScript. Vitest calls this once a run. */
export default async function buildWorker(): Promise<void> {
  // A build that isn't whole must not pass for one.
  if (!existsSync(at('../../../dist'))) await rm(at('../../../../../.foyer/built/apps-server'), { force: true })
  const bundle = await rolldown({
    input: at('../worker.ts'),
    platform: 'node',
    external: [/^node:/, 'saxes', 'valibot'],
    tsconfig: false,
  })
  const beside = at(`../../../dist/drawingWorker.${process.pid}.js`)
  await bundle.write({ file: beside, codeSplitting: false })
  await bundle.close()
  await rename(beside, at('../../../dist/drawingWorker.js'))
}
