import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

// A new embedded database spends more than a second in `initdb`, and the tests open about two hundred. They start from an
// image of an empty one, made once for each version of PGlite; migrations run on it as on any other.
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
// The path holds the version.
const version = createHash('sha256')
  .update(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  .digest('hex')
const path = join(cache, `pglite-${version.slice(0, 16)}.tar`)
const create = PGlite.create.bind(PGlite)

let loading: Promise<Blob> | undefined
const image = () => (loading ??= loadImage())

async function loadImage(): Promise<Blob> {
  if (!existsSync(path)) await makeImage()
  return new Blob([await readFile(path)])
}

async function makeImage(): Promise<void> {
  const empty = await create('memory://')
  const dump = await empty.dumpDataDir('none')
  await empty.close()
  await mkdir(cache, { recursive: true })
  // Workers that make it at the same time replace it by an equal one, and none reads half of it.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()))
  await rename(draft, path)
}

const isPrepared = Symbol.for('foyer.preparedPglite')
if (!Reflect.has(PGlite, isPrepared)) {
  Reflect.set(PGlite, isPrepared, true)
  // A string is the server's call; with options alone PGlite calls itself while it makes an empty database.
  Reflect.set(PGlite, 'create', async (where: string | PGliteOptions, options: PGliteOptions = {}) => {
    if (typeof where !== 'string') return create(where)
    const isNew = where === 'memory://' || !existsSync(join(where, 'PG_VERSION'))
    return create(where, isNew ? { ...options, loadDataDir: await image() } : options)
  })
}
