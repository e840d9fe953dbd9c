import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackNewFolder } from './newFolder.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-image-'))
  await mkdir(join(folder, 'migrations/meta'), { recursive: true })
  await writeFile(join(folder, 'migrations/meta/_journal.json'), 'journal')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const unpack = async ({ journal = 'journal', path = 'data/pglite' }: { journal?: string; path?: string } = {}) => {
  const entries = [
    { path: '.', bytes: null },
    { path: 'PG_VERSION', bytes: 3 },
    { path: 'pg_wal/summaries', bytes: null },
    { path: 'base/1/2', bytes: 2 },
  ]
  const header = { migrations: createHash('sha256').update(journal).digest('hex'), entries }
  const withFolder = [...entries.slice(0, 3), { path: 'base/1', bytes: null }, ...entries.slice(3)]
  const image = join(folder, 'new.gz')
  await writeFile(image, gzipSync(`${JSON.stringify({ ...header, entries: withFolder })}\n17\nab`))
  const done = await unpackNewFolder({ path: join(folder, path), migrationsFolder: join(folder, 'migrations'), image })
  return { done, read: (name: string) => readFile(join(folder, path, name), 'utf8') }
}

test('an image becomes a folder that only its user reads, over the rest of one that was killed half way', async () => {
  await mkdir(join(folder, 'data/pglite.new/rest'), { recursive: true })
  const { done, read } = await unpack()
  expect([done, await read('PG_VERSION'), await read('base/1/2')]).toEqual([true, '17\n', 'ab'])
  expect((await stat(join(folder, 'data/pglite'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'data/pglite/pg_wal/summaries'))).isDirectory()).toBe(true)
  await expect(stat(join(folder, 'data/pglite/rest'))).rejects.toThrow('ENOENT')
})

test('a database that is there stays as it is', async () => {
  await mkdir(join(folder, 'data/pglite'), { recursive: true })
  await writeFile(join(folder, 'data/pglite/PG_VERSION'), 'mine')
  const { done, read } = await unpack()
  expect([done, await read('PG_VERSION')]).toEqual([false, 'mine'])
})

test('an image of other migrations than those of the server is not taken', async () => {
  expect((await unpack({ journal: 'another' })).done).toBe(false)
})
