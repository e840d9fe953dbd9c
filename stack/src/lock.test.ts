import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DirectoryInUseError } from './errors.js'
import { lockDirectory } from './lock.js'
import { temporaryDirectory } from './temporaryDirectory.js'

test('a directory has one holder at a time, and is free again afterwards', async () => {
  const directory = await temporaryDirectory()
  const unlock = await lockDirectory(directory)
  const second = lockDirectory(directory)
  await expect(second).rejects.toBeInstanceOf(DirectoryInUseError)
  await expect(second).rejects.toThrow(`already running (process ${process.pid})`)
  await unlock()
  expect(await readdir(directory)).toEqual([])
  await (await lockDirectory(directory))()
})

test.each([
  ['whose process is gone', String(spawnSync(process.execPath, ['-e', '']).pid)],
  ['that was cut off while it was written', ''],
  ['that holds something else', 'hello'],
])('a lock %s is taken over', async (_, content) => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'chains.lock'), content)
  const unlock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toBeInstanceOf(DirectoryInUseError)
  await unlock()
})

test('a directory that is missing is not taken for one in use', async () => {
  await expect(lockDirectory(join(await temporaryDirectory(), 'missing'))).rejects.toMatchObject({ code: 'ENOENT' })
})
