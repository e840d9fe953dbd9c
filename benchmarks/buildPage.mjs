import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * A piece of a built page.
 * @typedef {{ file: string, name: string, imports: readonly string[], isEntry: boolean, code: Buffer }} Chunk
 */

/**
 * Builds a page for production from the packages as they are published, by the bundler that Vite has inside and without
 * what Vite itself adds to a page (a preloading helper and its table of files, about a kilobyte, once a site). Nothing is
 * written, so that runs beside each other don't meet.
 * @param {string} page its name in `pages/`
 * @returns {Promise<{ entry: Chunk, chunks: ReadonlyMap<string, Chunk> }>} the chunks by file
 */
export async function buildPage(page) {
  const bundle = await rolldown({
    input: join(here, 'pages', `${page}.tsx`),
    platform: 'browser',
    resolve: { conditionNames: ['module', 'browser', 'production', 'import', 'default'] },
    transform: {
      define: { 'process.env.NODE_ENV': '"production"' },
      jsx: { runtime: 'automatic', development: false },
    },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
  })
  await bundle.close()
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
