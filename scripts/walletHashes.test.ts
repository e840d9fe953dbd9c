import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './imports.js'
import { walletHashes } from './walletHashes.mjs'

const run = promisify(execFile)

/** Builds the wallet's page of a copy of its sources. @returns the hashes of its files */
async function hashesOfCopy(name: string): Promise<readonly string[]> {
  const copy = await mkdtemp(join(tmpdir(), `foyer-${name}-`))
  try {
    for (const each of ['scripts', 'apps', 'packages', 'stack'])
      await cp(join(root, each), join(copy, each), {
        recursive: true,
        // The links of an installation are relative, and lead to the copy's own packages.
        verbatimSymlinks: true,
        filter: (path) => !/\/(dist|\.vite|\.cache)$/.test(path),
      })
    for (const each of ['package.json', 'pnpm-lock.yaml', 'tsconfig.base.json'])
      await cp(join(root, each), join(copy, each))
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await run(process.execPath, [join(copy, 'scripts/build.mjs'), 'apps/wallet'])
    return await walletHashes(join(copy, 'apps/wallet/dist/client'))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

test.runIf(process.env.FOYER_FULL)('[F25] the wallet’s page is built the same to the byte in any folder', async () => {
  const first = await hashesOfCopy('one')
  expect(first.length).toBeGreaterThan(5)
  expect(await hashesOfCopy('another-with-a-longer-name')).toEqual(first)
})
