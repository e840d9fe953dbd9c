import { randomBytes } from '@foyer/custody/bytes'
import { accountsOfSecret, wordsOf } from '@foyer/signing/secret'
import { expect, test } from 'vitest'
import type { Dashboard } from '../dashboard/openDashboard.js'
import { type ScriptedServers, scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { writeKeystore } from '../vault/keystore.js'
import { createRunTask } from '../vault/runTask.js'
import { inlineWorkers } from '../vault/test/inlineWorker.js'
import { type OpenedFile, openFile } from './walletFile.js'

const email = 'ada@example.com'
const password = 'correct horse battery staple'

/** A wallet in a file, by little work. */
async function aFile() {
  const secret = randomBytes(16)
  const { accounts } = await accountsOfSecret(secret)
  const cost = { n: 1_024, r: 8, p: 1 }
  const text = await writeKeystore({ secret, password, cost })
  return { secret, text, addresses: accounts.map(({ family, address }) => ({ family, address })) }
}

const fileOf = (text: string) => ({ size: text.length, text: async () => text })
const runOf = () => createRunTask(inlineWorkers().start)

async function logIn(servers: ScriptedServers, { run }: Pick<OpenedFile, 'run'>): Promise<Dashboard> {
  const dashboard = await testDashboard(servers).load(run)
  await dashboard.login.email(email)
  await servers.useLink(email)
  await dashboard.login.device()
  await dashboard.login.code(servers.code)
  return dashboard
}

test('who has no wallet here has the file’s after the first login, and any device opens it from then on', async () => {
  const servers = await scriptedServers()
  const { secret, text, addresses } = await aFile()
  const file = await openFile({ run: runOf(), file: fileOf(text), password })
  expect([file.addresses, file.wasUsed()]).toEqual([addresses, false])
  const { store } = await logIn(servers, file)
  expect([store.get().wallet?.addresses, file.wasUsed()]).toEqual([addresses, true])
  expect((await servers.secretsOf(email)).secret).toEqual(secret)
  const later = await logIn(servers, { run: runOf() })
  expect(later.store.get().wallet?.addresses).toEqual(addresses)
})

test('[F15] the file’s secret leaves no worker, and neither server is sent it, the file or its password', async () => {
  const servers = await scriptedServers()
  const { secret, text } = await aFile()
  const workers = inlineWorkers()
  await logIn(servers, await openFile({ run: createRunTask(workers.start), file: fileOf(text), password }))
  const said = [
    ...workers.posted.slice(1).map(({ to }) => to), // the first is given the file itself
    ...workers.posted.map(({ back }) => back),
    ...servers.calls.map(({ body, reply }) => body + reply),
  ]
  const log = JSON.stringify(said, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : value,
  )
  expect(workers.posted.length).toBeGreaterThan(1)
  for (const part of [password, Buffer.from(secret).toString('base64url'), wordsOf(secret), JSON.parse(text).id])
    expect(log).not.toContain(part)
})

test('a wallet that is here already is opened and never overwritten', async () => {
  const servers = await scriptedServers()
  const before = (await logIn(servers, { run: runOf() })).store.get().wallet
  const { secret } = await servers.secretsOf(email)
  const file = await openFile({ run: runOf(), file: fileOf((await aFile()).text), password })
  const { store } = await logIn(servers, file)
  expect(file.wasUsed()).toBe(false)
  expect(store.get().wallet).toMatchObject({ wallet: before?.wallet, addresses: before?.addresses })
  expect((await servers.secretsOf(email)).secret).toEqual(secret)
})

const recoveryFile = JSON.stringify({
  ...{ foyer: 'recovery file', version: 2, wallet: 'A'.repeat(22), vault: 'A'.repeat(59), doors: [] },
  addresses: [{ family: 'eip155', address: `0x${'0'.repeat(40)}` }],
})

test.each([
  ['nothing', () => '', 'import.wrongFile'],
  ['something else', () => '{"hello":"world"}', 'import.wrongFile'],
  ['half of one', (text: string) => text.slice(0, text.length / 2), 'import.wrongFile'],
  ['far too large', (text: string) => text + ' '.repeat(65_536), 'import.wrongFile'],
  ['of work without an end', (text: string) => text.replace('"n":1024', '"n":1073741824'), 'import.tooCostly'],
  ['one key', (text: string) => text.replace('x-ethers', 'x-other'), 'import.oneKey'],
  ['a recovery file', () => recoveryFile, 'import.recoveryFile'],
])('a file that is %s has its sentence', async (_, changed, sentence) => {
  const { text } = await aFile()
  const file = fileOf(changed(text))
  await expect(openFile({ run: runOf(), file, password })).rejects.toMatchObject({ sentence })
})

test('another password opens nothing, and says so', async () => {
  const file = fileOf((await aFile()).text)
  const opening = openFile({ run: runOf(), file, password: 'incorrect horse' })
  await expect(opening).rejects.toMatchObject({ sentence: 'import.wrongPassword' })
})
