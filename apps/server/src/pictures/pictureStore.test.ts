import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patientClock } from '@foyer/service-testing/patientClock'
import { type LocalS3, startS3 } from '@foyer/stack'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBucketStore } from './bucketStore.js'
import { createFolderStore, sweepDrafts } from './folderStore.js'
import { createMemoryStore } from './memoryStore.js'
import { hashOf, nameOf } from './pictureStore.js'

const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13)
const key = { hash: hashOf(bytes), mediaType: 'image/png' }

let folder: string
let folders = 0
let s3: LocalS3
const credentials = { region: 'eu-central-1', accessKey: 'AKIAFOYER', secretKey: 'sesame/open+now' }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
  s3 = await startS3({ bucket: 'pictures', ...credentials })
})
afterAll(async () => {
  await s3?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  s3.reset()
  s3.objects.clear()
})

/** A clock in which a pause is over at once, and no time is ever up. */
const hurriedClock = {
  ...patientClock,
  setTimeout: (callback: () => void, ms: number) => {
    if (ms < 5_000) queueMicrotask(callback)
    return () => {}
  },
}
const inBucket = (more: { bucket?: string; secretKey?: string } = {}) =>
  createBucketStore({
    config: {
      ...{ kind: 'bucket', prefix: 'foyer/nodes', endpoint: s3.url, region: credentials.region },
      bucket: more.bucket ?? 'pictures',
      credentials: { kind: 'key', ...credentials, ...more },
    },
    clock: hurriedClock,
    random: () => 0.5,
  })
const inFolder = () => createFolderStore({ path: join(folder, String(++folders)) })

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
  ['the memory', createMemoryStore],
])('in %s', (_, create) => {
  test('a picture is there byte for byte until it is deleted, and what is done again does nothing', async () => {
    const store = create()
    expect(await store.get(key)).toBeNull()
    await store.put({ ...key, bytes })
    await store.put({ ...key, bytes })
    expect(await store.get(key)).toEqual(bytes)
    const [larger, svg] = [new Uint8Array(2 * 1024 * 1024).fill(7), new TextEncoder().encode('<svg/>')]
    const others = [
      { hash: hashOf(larger), mediaType: 'image/avif', bytes: larger },
      { hash: hashOf(svg), mediaType: 'image/svg+xml', bytes: svg },
    ]
    await Promise.all(others.map((other) => store.put(other)))
    await Promise.all([store.delete(key), store.delete(key)])
    expect(await store.get(key)).toBeNull()
    const back = await Promise.all(others.map((other) => store.get(other)))
    expect(back.map((each) => each && hashOf(each))).toEqual(others.map(({ hash }) => hash))
  })

  test('ten servers may put the same at once', async () => {
    const store = create()
    await Promise.all(Array.from({ length: 10 }, () => store.put({ ...key, bytes })))
    expect(await store.get(key)).toEqual(bytes)
  })

  test.each([
    { ...key, hash: '../../etc/passwd' },
    { ...key, hash: key.hash.toUpperCase() },
    { ...key, mediaType: 'text/html' },
  ])('nothing has a name that is no picture’s: %o', async (strange) => {
    await expect(create().put({ ...strange, bytes })).rejects.toThrow('No picture has such a name.')
  })
})

describe('a folder', () => {
  test('that is full takes nothing, and nothing is left of what was begun', async () => {
    const path = join(folder, String(++folders))
    // The kernel's own refusal, from a device that is always full.
    const full = createFolderStore({ path, open: () => open('/dev/full', 'w') })
    await expect(full.put({ ...key, bytes })).rejects.toMatchObject({ fault: 'full', status: 503 })
    expect(await readdir(join(path, 'drafts'))).toEqual([])
    expect(await createFolderStore({ path }).get(key)).toBeNull()
  })

  test('that is no folder is refused', async () => {
    const path = join(folder, 'a-file')
    await writeFile(path, '')
    await expect(createFolderStore({ path }).put({ ...key, bytes })).rejects.toMatchObject({ fault: 'refused' })
    await expect(createFolderStore({ path }).get(key)).rejects.toMatchObject({ fault: 'refused' })
  })

  test('gives no file that isn’t what its name says, and mends it', async () => {
    const path = join(folder, String(++folders))
    const store = createFolderStore({ path })
    await store.put({ ...key, bytes })
    expect((await stat(join(path, nameOf(key)))).mode & 0o777).toBe(0o600)
    for (const other of [bytes.slice(1), bytes.toReversed()]) {
      await writeFile(join(path, nameOf(key)), other)
      expect(await store.get(key)).toBeNull()
      await store.put({ ...key, bytes })
      expect(await store.get(key)).toEqual(bytes)
    }
  })

  test('loses what a killed server had begun an hour ago, and nothing else', async () => {
    const path = join(folder, String(++folders))
    await createFolderStore({ path }).put({ ...key, bytes })
    await mkdir(join(path, 'drafts'), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(join(path, 'drafts', name), '')
    await utimes(join(path, 'drafts/old'), 0, 1)
    await sweepDrafts({ path, now: Date.now() })
    expect(await readdir(join(path, 'drafts'))).toEqual(['new'])
    expect(await createFolderStore({ path }).get(key)).toEqual(bytes)
    await sweepDrafts({ path: join(path, 'nowhere'), now: Date.now() })
  })
})

describe('a bucket', () => {
  const xml = (status: number, code: string) => ({ status, body: `<Error><Code>${code}</Code></Error>` })

  test('has it under its folder, as what it is', async () => {
    await inBucket().put({ ...key, bytes })
    expect([...s3.objects]).toEqual([[`foyer/nodes/${nameOf(key)}`, { contentType: 'image/png', bytes }]])
  })

  test('whose key is wrong, or that isn’t there, is refused, and says nothing of what it holds', async () => {
    await inBucket().put({ ...key, bytes })
    for (const store of [inBucket({ secretKey: 'wrong-secret' }), inBucket({ bucket: 'another' })]) {
      await expect(store.get(key)).rejects.toMatchObject({ fault: 'refused' })
    }
    for (const store of [inBucket({ secretKey: 'wrong-secret' }), inBucket({ bucket: 'another' })]) {
      await expect(store.put({ ...key, bytes })).rejects.toMatchObject({ fault: 'refused' })
    }
    expect(s3.objects.size).toBe(1)
  })

  test('[F22] is asked again for a reading, and never for what is written or deleted', async () => {
    const store = inBucket()
    await store.put({ ...key, bytes })
    s3.reset()
    s3.fail('failing', 'hangUp')
    expect(await store.get(key)).toEqual(bytes)
    expect(s3.asked).toHaveLength(3)
    for (const write of [() => store.put({ ...key, bytes }), () => store.delete(key)]) {
      s3.reset()
      s3.fail('failing')
      await expect(write()).rejects.toMatchObject({ fault: 'away' })
      expect(s3.asked).toHaveLength(1)
    }
  })

  test('[F22] that failed five times is left alone', async () => {
    const store = inBucket()
    s3.instead = 'failing'
    for (let count = 0; count < 5; count += 1) {
      await expect(store.put({ ...key, bytes })).rejects.toMatchObject({ fault: 'away' })
    }
    await expect(store.get(key)).rejects.toMatchObject({ fault: 'away' })
    expect(s3.asked).toHaveLength(5)
  })

  test.each([
    ['full', xml(507, 'XMinioStorageFull'), 'full'],
    ['without end', 'endless', 'away'],
    ['another’s answer', xml(404, 'NoSuchBucket'), 'refused'],
  ] as const)('that is %s is an error of its own', async (_, instead, fault) => {
    s3.instead = instead
    const asked = fault === 'full' ? inBucket().put({ ...key, bytes }) : inBucket().get(key)
    await expect(asked).rejects.toMatchObject({ name: 'PictureStoreError', fault })
  })

  test('[F28] names neither its key nor its address in an error', async () => {
    s3.instead = 'expired'
    const error: unknown = await inBucket()
      .get(key)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ fault: 'refused' })
    const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)
    for (const secret of [credentials.secretKey, credentials.accessKey, s3.url]) expect(told).not.toContain(secret)
  })
})
