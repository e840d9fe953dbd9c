import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'vite-7'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * A chunk of a built page.
 * @typedef {{ file: string, name: string, imports: readonly string[], dynamicImports: readonly string[], isEntry: boolean, modules: readonly string[], code: Buffer }} Chunk
 */

/**
 * Builds a page for production as a dapp does: plain Vite, nothing configured but JSX, from the packages as they are published. Nothing is
 * written, so that runs beside each other don't meet.
 * @param {string} page its name in `pages/`
 * @param {{ root?: string, input?: string }} [elsewhere] the folder of a page that is none of this workspace's, and its file
 * @returns {Promise<{ entry: Chunk, chunks: ReadonlyMap<string, Chunk>, assets: ReadonlyMap<string, Buffer> }>} the chunks by file, and what isn't code
 */
export async function buildPage(page, { root = here, input = `${here}pages/${page}.tsx` } = {}) {
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const { output } = await build({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'silent',
    esbuild: { jsx: 'automatic', jsxDev: false },
    build: { write: false, rollupOptions: { input } },
  }).finally(() => {
    if (mode === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = mode
  })
  // A file's name ends in a hash of its content, which no packing makes smaller: one changed letter would move every weight by some bytes. Here it is of its name.
  const met = new Map()
  const names = new Map()
  for (const { type, name, fileName } of output) {
    if (type !== 'chunk') continue
    const count = met.get(name) ?? 0
    met.set(name, count + 1)
    const hash = createHash('sha256')
      .update(`${name}${count || ''}`)
      .digest('base64url')
      .slice(0, 8)
    names.set(fileName, fileName.replace(/[^/]+$/, `${name}-${hash}.js`))
  }
  const named = (text) =>
    [...names].reduce((code, [was, is]) => code.replaceAll(was.split('/').at(-1), is.split('/').at(-1)), text)
  const chunks = new Map()
  const assets = new Map()
  for (const each of output) {
    if (each.type !== 'chunk') {
      assets.set(each.fileName, Buffer.from(each.source))
      continue
    }
    const { name, isEntry, moduleIds: modules } = each
    const [file, imports, dynamicImports] = [[each.fileName], each.imports, each.dynamicImports].map((files) =>
      files.map(named),
    )
    chunks.set(file[0], {
      file: file[0],
      name,
      imports,
      dynamicImports,
      isEntry,
      modules,
      code: Buffer.from(named(each.code)),
    })
  }
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  if (!entry) throw new Error(`The page ${page} has no entry.`)
  return { entry, chunks, assets }
}
