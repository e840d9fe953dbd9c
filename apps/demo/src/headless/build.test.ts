import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The modules of ours that a build of a page holds, in whatever chunk, as they stand under `packages`. */
async function modulesOf(entry: string): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { conditions: ['foyer-source'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })
  const outputs = Array.isArray(built) ? built : [built]
  return outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .flatMap((id) => id.split('/packages/')[1] ?? [])
}

test('the page without the modal holds none of its code in any chunk; the page with it does', async () => {
  const isModal = (module: string) => /^(react\/src\/(modal|button|face|walletButton)|parts)\//.test(module)
  const headless = await modulesOf('src/headless/client.tsx')
  expect(headless).toContain('react/src/headless/connectRows.ts')
  expect(headless.filter(isModal)).toEqual([])
  expect((await modulesOf('src/Demo.tsx')).filter(isModal).length).toBeGreaterThan(50)
})
