import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * A piece of a built page.
 * @typedef {{ key: string, file: string, name: string, imports: string[], isEntry: boolean, code: Buffer }} Chunk
 */

/**
 * Builds a page as a host would, for production, from the packages as they are published.
 * @param {string} page its name in `pages/`
 * @returns {Promise<{ directory: string, entry: Chunk, chunks: Map<string, Chunk> }>} the chunks by their key in the manifest
 */
export async function buildPage(page) {
  const directory = join(here, 'dist', page)
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: directory,
      emptyOutDir: true,
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'pages', `${page}.tsx`) },
    },
  })
  const manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8'))
  const chunks = new Map()
  for (const [key, { file, name = key, imports = [], isEntry = false }] of Object.entries(manifest)) {
    const code = await readFile(join(directory, file))
    chunks.set(key, { key, file, name, imports, isEntry, code })
  }
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  if (!entry) throw new Error(`The page ${page} has no entry.`)
  return { directory, entry, chunks }
}
