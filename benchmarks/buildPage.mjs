import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * A piece of a built page.
 * @typedef {{ file: string, name: string, imports: readonly string[], isEntry: boolean, code: Buffer }} Chunk
 */

/**
 * Builds a page as a host would, for production, from the packages as they are published. Nothing is written, so that
 * runs beside each other don't meet.
 * @param {string} page its name in `pages/`
 * @returns {Promise<{ entry: Chunk, chunks: ReadonlyMap<string, Chunk> }>} the chunks by file
 */
export async function buildPage(page) {
  const { output } = await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'pages', `${page}.tsx`) },
    },
  })
  const chunks = new Map()
  for (const each of output) {
    if (each.type !== 'chunk') continue
    const { fileName: file, name, imports, isEntry, code } = each
    chunks.set(file, { file, name, imports, isEntry, code: Buffer.from(code) })
  }
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  if (!entry) throw new Error(`The page ${page} has no entry.`)
  return { entry, chunks }
}
