import { type Bytes, randomBytes } from '@foyer/custody/bytes'
import { paperDoor } from '@foyer/login/ownDoorKeys'
import { describe, expect, test } from 'vitest'
import type { PasskeyBrowser } from '../doors/passkey.js'
import { readRecoveryFile } from '../doors/recoveryFile.js'
import { sentenceHere } from '../failures/failures.js'
import { continueByDoor } from '../login/byDoor.js'
import { passkeyBrowser, passkeyOf } from '../test/passkeyBrowser.js'
import { type ScriptedServers, scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import type { Dashboard } from './openDashboard.js'
import {
  addPaper,
  beginPasskey,
  closeMail,
  confirmPasskey,
  readOpenWallet,
  recoveryFileOf,
  removeDoor,
} from './ownDoors.js'

const email = 'ada@example.com'

const openAt = (servers: ScriptedServers, passkeys: PasskeyBrowser) => testDashboard(servers, { passkeys }).load()

/** A dashboard of somebody whose wallet was made there. */
async function stage(passkeys = passkeyBrowser()) {
  const servers = await scriptedServers()
  const dashboard = await openAt(servers, passkeys.browser)
  await dashboard.login.email(email)
  await servers.useLink(email)
  await dashboard.login.device()
  await dashboard.login.code(servers.code)
  return { servers, dashboard, ...passkeys }
}

const openByPasskey = async ({ enter, openBy }: Dashboard) => enter(await passkeyOf(openBy))
const openByPaper = async ({ enter, openBy }: Dashboard, part: Bytes) => enter(await openBy.paper(part))

type Stage = Awaited<ReturnType<typeof stage>>

async function addPasskey({ dashboard }: Stage) {
  let made = await beginPasskey(dashboard, await readOpenWallet(dashboard))
  for (let presses = 1; ; presses += 1) {
    const left = await confirmPasskey(dashboard, made)
    if (!left) return presses
    made = left
  }
}
const kindsOf = async ({ dashboard }: Stage) => (await readOpenWallet(dashboard)).ownDoors.map(({ door }) => door.kind)

describe('a passkey', () => {
  test('counts once it has opened the wallet a second time, and opens it in another browser without the keeper', async () => {
    const here = await stage()
    expect(await addPasskey(here)).toBe(1)
    expect(await kindsOf(here)).toEqual(['passkey'])
    const there = await openAt(here.servers, here.browser)
    const before = here.servers.calls.length
    await openByPasskey(there)
    expect(there.store.get().wallet?.addresses).toEqual(here.dashboard.store.get().wallet?.addresses)
    expect(there.store.get().user?.email).toBe(email)
    expect(here.servers.calls.slice(before).filter(({ id }) => id.startsWith('/keeper/'))).toEqual([])
  })

  test('that answers only from its first use on is used twice', async () => {
    const here = await stage(passkeyBrowser({ atCreation: false }))
    expect(await addPasskey(here)).toBe(2)
    expect(await kindsOf(here)).toEqual(['passkey'])
  })

  test.each([
    ['answers another value each time', { changes: true }, 'passkey.other'],
    ['answers nothing', { answers: () => false }, 'passkey.noPrf'],
  ])('that %s is none', async (_, options, sentence) => {
    const here = await stage(passkeyBrowser(options))
    await expect(addPasskey(here)).rejects.toMatchObject({ sentence })
    expect(await kindsOf(here)).toEqual([])
  })

  test('that answers at its creation and not afterwards is none', async () => {
    let asked = 0
    const here = await stage(passkeyBrowser({ answers: () => ++asked === 1 }))
    await expect(addPasskey(here)).rejects.toMatchObject({ sentence: 'passkey.noPrf' })
    expect(await kindsOf(here)).toEqual([])
  })

  test('that the visitor doesn’t use, or has in this place already, changes nothing', async () => {
    const here = await stage()
    here.state.isCancelled = true
    await expect(addPasskey(here)).rejects.toMatchObject({ sentence: 'passkey.cancelled' })
    here.state.isCancelled = false
    await addPasskey(here)
    await expect(addPasskey(here)).rejects.toMatchObject({ sentence: 'passkey.there' })
    expect(await kindsOf(here)).toEqual(['passkey'])
  })

  test('that was removed opens nothing', async () => {
    const here = await stage()
    await addPasskey(here)
    const [made] = (await readOpenWallet(here.dashboard)).ownDoors
    await removeDoor(here.dashboard, made?.door ?? expect.fail())
    const there = await openAt(here.servers, here.browser)
    await expect(openByPasskey(there)).rejects.toSatisfy((error) =>
      sentenceHere(error).startsWith('No wallet opens with this.'),
    )
  })
})

describe('a paper', () => {
  test('opens the wallet in another browser by itself, and another paper opens nothing', async () => {
    const here = await stage()
    const part = randomBytes(32)
    await addPaper(here.dashboard, part.slice())
    const there = await openAt(here.servers, here.browser)
    await expect(openByPaper(there, randomBytes(32))).rejects.toSatisfy((error) =>
      sentenceHere(error).startsWith('No wallet opens with this.'),
    )
    expect(there.store.get().wallet).toBeNull()
    await openByPaper(there, part)
    expect(there.store.get().wallet?.addresses).toEqual(here.dashboard.store.get().wallet?.addresses)
  })

  test('[F15] what it opens by never stands in what is sent or answered, nor does what proves it lie with the server', async () => {
    const here = await stage()
    const part = randomBytes(32)
    await addPaper(here.dashboard, part.slice())
    const log = here.servers.calls.map(({ body, reply }) => body + reply).join('\n')
    expect(log).toContain(await paperDoor(part))
    expect(log).not.toContain(Buffer.from(part).toString('base64url'))
    const [added] = here.servers.calls.filter(({ id }) => id.endsWith('/own/add'))
    const { proofHash } = JSON.parse(JSON.parse(added?.body ?? '{}').text)
    await openByPaper(await openAt(here.servers, here.browser), part)
    const [login] = here.servers.calls.filter(({ id }) => id.endsWith('/logins/door'))
    expect(JSON.parse(JSON.parse(login?.body ?? '{}').text).proof).not.toBe(proofHash)
  })
})

test('a closed way by mail is gone at both servers, and a later device whose link was used waits for what opens the wallet', async () => {
  const here = await stage()
  await addPasskey(here)
  const part = randomBytes(32)
  await addPaper(here.dashboard, part.slice())
  await closeMail(here.dashboard, await readOpenWallet(here.dashboard))
  const wallet = await readOpenWallet(here.dashboard)
  expect(wallet.doors.map(({ kind }) => kind)).toEqual(['device'])
  expect(here.servers.ownDoors.forgotten.has(wallet.wallet)).toBe(true)
  const there = await openAt(here.servers, here.browser)
  await there.login.email(email)
  await here.servers.useLink(email)
  const waiting = there.login.device()
  await expect.poll(() => there.screen.get().login?.is).toBe('secured')
  const continuation = (await there.screen.get().login?.toContinue()) ?? expect.fail()
  await continueByDoor(continuation, await there.openBy.paper(part))
  expect(await waiting).toBe('CONNECT')
  expect(there.screen.get().login).toBeUndefined()
  expect(there.store.get().user?.email).toBe(email)
})

test('the recovery file has the vault and what is public of the doors, and is read as it was written', async () => {
  const here = await stage()
  await addPasskey(here)
  await addPaper(here.dashboard, randomBytes(32))
  const wallet = await readOpenWallet(here.dashboard)
  const file = readRecoveryFile(recoveryFileOf(wallet))
  expect(file).toMatchObject({ wallet: wallet.wallet, vault: wallet.vault, addresses: wallet.addresses })
  expect(file?.doors.map(({ kind }) => kind)).toEqual(['passkey', 'paper'])
  for (const text of ['', '{}', '[]', '{"foyer":"recovery file"}']) expect(readRecoveryFile(text)).toBeNull()
  for (const version of [1, 3]) {
    const other = recoveryFileOf(wallet).replace('"version": 2', `"version": ${version}`)
    expect(() => readRecoveryFile(other)).toThrow(expect.objectContaining({ sentence: 'recover.otherVersion' }))
  }
})
