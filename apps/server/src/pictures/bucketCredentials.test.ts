import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalS3, startS3 } from '@foyer/stack'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hastyClock } from '../provider/test/hastyClock.js'
import type { CredentialsConfig } from './bucketCredentials.js'
import { createBucketStore } from './bucketStore.js'
import { hashOf } from './pictureStore.js'

const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13)
const key = { hash: hashOf(bytes), mediaType: 'image/png' }
const region = 'eu-central-1'
const hourMs = 3_600_000

let clock: ReturnType<typeof hastyClock>
/** The bucket takes the role's credentials of the moment alone. */
let role: {
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  sessionToken: string
  now: () => number
}
let s3: LocalS3
let asked: { authorization: string | undefined; query: URLSearchParams }[]
let isAway: boolean
let server: Server
let url: string
let folder: string
let tokenFile: string
beforeEach(async () => {
  clock = hastyClock()
  role = {
    bucket: 'pictures',
    region,
    accessKey: 'ASIA1',
    secretKey: 'secret-1',
    sessionToken: 'session/1+=',
    now: clock.now,
  }
  s3 = await startS3(role)
  asked = []
  isAway = false
  server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://any')
    asked.push({ authorization: request.headers.authorization, query })
    const { accessKey: AccessKeyId, secretKey: SecretAccessKey, sessionToken } = role
    const ends = clock.now() + hourMs
    const ofContainer = { AccessKeyId, SecretAccessKey, Token: sessionToken, Expiration: new Date(ends).toISOString() }
    const Credentials = { AccessKeyId, SecretAccessKey, SessionToken: sessionToken, Expiration: ends / 1_000 }
    const ofRole = { AssumeRoleWithWebIdentityResponse: { AssumeRoleWithWebIdentityResult: { Credentials } } }
    if (isAway) response.writeHead(503)
    response.end(JSON.stringify(pathname === '/sts' ? ofRole : ofContainer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null)
  url = `http://127.0.0.1:${port}`
  folder = await mkdtemp(join(tmpdir(), 'foyer-role-'))
  tokenFile = join(folder, 'token')
  await writeFile(tokenFile, 'token-1\n')
})
afterEach(async () => {
  server.close()
  await Promise.all([s3.stop(), rm(folder, { recursive: true })])
})

const rotate = (count: number) =>
  Object.assign(role, { accessKey: `ASIA${count}`, secretKey: `secret-${count}`, sessionToken: `session/${count}+=` })
const storeOf = (credentials: CredentialsConfig) =>
  createBucketStore({
    config: { kind: 'bucket', bucket: 'pictures', prefix: '', endpoint: s3.url, region, credentials },
    clock,
    random: () => 0.5,
  })

test('the credentials of a session are sent with its token', async () => {
  const { accessKey, secretKey, sessionToken } = role
  const store = storeOf({ kind: 'key', accessKey, secretKey, sessionToken })
  await store.put({ ...key, bytes })
  expect(await store.get(key)).toEqual(bytes)
  await expect(storeOf({ kind: 'key', accessKey, secretKey }).get(key)).rejects.toMatchObject({ fault: 'refused' })
})

test.each(['container', 'webIdentity'] as const)(
  'those of a role (%s) are asked for once, and again before they end',
  async (kind) => {
    const config =
      kind === 'container'
        ? ({ kind, url: `${url}/credentials`, token: undefined, tokenFile } as const)
        : ({ kind, url: `${url}/sts`, role: 'arn:aws:iam::1:role/foyer', tokenFile } as const)
    const store = storeOf(config)
    await store.put({ ...key, bytes })
    expect(await store.get(key)).toEqual(bytes)
    expect(asked).toHaveLength(1)

    await writeFile(tokenFile, 'token-2\n')
    rotate(2)
    clock.pass(hourMs - 4 * 60_000)
    expect(await store.get(key)).toEqual(bytes)
    const said = asked.map(({ authorization, query }) =>
      kind === 'container' ? authorization : query.get('WebIdentityToken'),
    )
    expect(said).toEqual(['token-1', 'token-2'])

    // Those that still hold are used while nobody gives others; what holds no more isn't.
    isAway = true
    clock.pass(hourMs - 4 * 60_000)
    expect(await store.get(key)).toEqual(bytes)
    clock.pass(5 * 60_000)
    await expect(store.get(key)).rejects.toMatchObject({ fault: 'away' })
  },
)
