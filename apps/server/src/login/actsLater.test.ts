import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import { personOf } from '@foyer/custody/person'
import { signReceipt } from '@foyer/custody/signed'
import {
  addDoorCall,
  beginLoginCall,
  claimWalletCall,
  contributeCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
  Session,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { allowDeletionCall, stopDeletionCall } from '@foyer/login/loginDeletionCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { ownDoorKeys, paperDoor, proofHash } from '@foyer/login/ownDoorKeys'
import { addOwnDoorCall, listDevicesCall, logInByDoorCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import { sendPaymasterCall, sendSponsoredCall } from '@foyer/login/sponsorCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginDevices, loginDoors, usedNonces } from '../db/schema/index.js'
import { login as routes } from '../routes/login.js'
import { createSignInKeeping } from '../signIn/signInKeeping.js'
import { openTestDatabase } from '../test/openApi.js'
import { loginCalls } from './mayChange.js'
import { emptyLogin } from './test/emptyLogin.js'
import {
  codeOf,
  createDevice,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
  walletOrigin,
} from './test/openLogin.js'
import { makeDoor, makeWallet } from './test/testWallet.js'

const email = 'ada@mail.example'
const [minuteMs, dayMs] = [60_000, 86_400_000]

let database: Database
let login: TestLogin
let owner: { by: TestDevice; token: string }
let made: Awaited<ReturnType<typeof makeWallet>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  owner = await enter(await createDevice())
  made = await makeWallet({ login, ...owner, email })
})

const pass = (ms: number) => {
  login.api.time += ms
}
const inSeconds = (ms: number) => Math.floor((login.api.time + ms) / 1000)

/** Begins a login by what the keeper has said. @returns the answer, and the code that was sent */
async function begin(by: TestDevice, confirmation?: unknown) {
  pass(31_000)
  const before = login.mails.length
  const answer = await login.ask(beginLoginCall, by, { email, projectId: 'demo', site, confirmation })
  if (answer.status !== 200) return { answer, login: '', code: '' }
  const said = v.parse(beginLoginCall.reply, await answer.json())
  if (said.action !== 'VERIFY_OTP') return { answer, login: said.login, code: '' }
  await expect.poll(() => login.mails.length).toBeGreaterThan(before)
  return { answer, login: said.login, code: codeOf(login.mails.at(-1)) }
}

const verify = (by: TestDevice, { login: id, code }: { login: string; code: string }) =>
  login.ask(verifyCodeCall, by, { login: id, code, keepsIn: 'page' })

/** A device that the keeper lets act so much later than now. */
async function enter(by: TestDevice, laterMs = 0) {
  const actsFrom = inSeconds(31_000 + laterMs)
  const begun = await begin(by, await login.says({ email, device: by.device, actsFrom, expiresAt: inSeconds(dayMs) }))
  const { accessToken: token } = v.parse(Session, await (await verify(by, begun)).json())
  return { by, token }
}

const later = [403, 'acts_later', 'device']
const ask = (who: { by: TestDevice; token: string }, call: SignedCall, payload: unknown) =>
  login.ask(call, who.by, payload, { token: who.token })

/** A paper's door, as a page adds it. */
async function paper() {
  const [part, b, wallet] = [randomBytes(32), randomBytes(32), made.wallet.wallet]
  const door = await paperDoor(part)
  const { proof } = await ownDoorKeys({ part: part.slice(), b, wallet, door, kind: 'paper' })
  const said = { kind: 'paper', door, b: encodeBytes(b), wrap: made.device.said.wrap }
  return { proof: encodeBytes(proof), payload: { wallet, door: said, proofHash: await proofHash(proof) } }
}

/** A payload of every call that may change what isn't the asking device's own. */
async function changes(): Promise<Record<string, [SignedCall, unknown]>> {
  const { wallet, vault, addresses } = made.wallet
  const { door } = made.recovery.said
  const receipt = await login.says({
    is: 'bound',
    email,
    device: owner.by.device,
    wallet,
    sealedHash: encodeBytes(randomBytes(32)),
  })
  return {
    addDoor: [addDoorCall, { wallet, door, kind: 'recovery', wrap: made.recovery.said.wrap }],
    addOwnDoor: [addOwnDoorCall, (await paper()).payload],
    allowDeletion: [allowDeletionCall, { wallet }],
    beginEmailChange: [beginEmailChangeCall, { email: 'thief@mail.example', site }],
    claimWallet: [claimWalletCall, { receipt }],
    contribute: [contributeCall, { wallet, door: newId(), kind: 'recovery' }],
    keepWallet: [keepWalletCall, { wallet: newId(), vault, addresses, doors: [made.device.said] }],
    removeDevice: [removeDeviceCall, { device: owner.by.device }],
    removeDoor: [removeDoorCall, { wallet, door, kind: 'recovery' }],
    sendPaymaster: [
      sendPaymasterCall,
      {
        ...{ projectId: 'demo', site, chainId: 'eip155:31337', sender: `0x${'00'.repeat(20)}`, callData: '0x00000000' },
        ...{ nonce: '0', verificationGasLimit: 1, callGasLimit: 1, signature: `0x${'00'.repeat(65)}` },
        validUntil: 1,
        fees: {
          ...{ preVerificationGas: 1, maxFeePerGas: '1', maxPriorityFeePerGas: '1' },
          paymasterAndData: `0x${'11'.repeat(52)}`,
        },
      },
    ],
    sendSponsored: [
      sendSponsoredCall,
      {
        ...{ projectId: 'demo', site, chainId: 'eip155:31337', sender: `0x${'00'.repeat(20)}`, callData: '0x00000000' },
        ...{ nonce: '0', verificationGasLimit: 1, callGasLimit: 1, signature: `0x${'00'.repeat(65)}` },
        validUntil: 1,
      },
    ],
    stopDeletion: [stopDeletionCall, { wallet }],
    verifyEmailChange: [verifyEmailChangeCall, { change: newId(), code: '123456' }],
  }
}

test('[F4] every call of the login server says what it changes, and none beside', () => {
  expect(routes.map(({ operation }) => operation.id).toSorted()).toEqual(Object.keys(loginCalls).toSorted())
})

test('[F4] until a device may act, it reads, and changes nothing but its own door', async () => {
  const mine = await enter(await createDevice(), dayMs)
  const { wallet } = made.wallet
  const all = await changes()
  const bound = Object.entries(loginCalls).flatMap(([id, is]) => (is === 'wallet' || is === 'byKind' ? [id] : []))
  expect(Object.keys(all)).toEqual(bound)
  for (const [id, [call, payload]] of Object.entries(all))
    expect([id, ...(await reasonOf(await ask(mine, call, payload)))]).toEqual([id, ...later])
  // As a device's door that isn't its own, another's stays, whatever its kind is called.
  const { door } = made.device.said
  for (const each of [door, made.recovery.said.door])
    expect((await ask(mine, removeDoorCall, { wallet, door: each, kind: 'device' })).status).toBe(204)
  expect(await database.orm.select().from(loginDoors)).toHaveLength(2)
  expect((await ask(mine, readWalletCall, { wallet })).status).toBe(200)
  expect((await ask(mine, listDevicesCall, {})).status).toBe(200)
  const enrolling = { wallet, door: made.recovery.said.door, purpose: 'enrol' }
  expect((await ask(mine, openDoorCall, enrolling)).status).toBe(200)
  const own = await makeDoor({ login, ...mine, kind: 'device', wallet: made.wallet })
  expect((await ask(mine, addDoorCall, { wallet, ...own.said })).status).toBe(204)
  expect((await ask(mine, removeDoorCall, { wallet, ...own.said })).status).toBe(204)
  pass(dayMs - 3 * minuteMs)
  const again = {
    by: mine.by,
    token: v.parse(Session, await (await verify(mine.by, await begin(mine.by))).json()).accessToken,
  }
  expect((await ask(again, addOwnDoorCall, (await paper()).payload)).status).toBe(204)
})

test('[F4] two minutes between the clocks of both servers make nobody wait', async () => {
  const mine = await enter(await createDevice(), 2 * minuteMs)
  expect((await ask(mine, addOwnDoorCall, (await paper()).payload)).status).toBe(204)
})

test('[F4] a device that the person has is bound by no later word, and one that opens a door of the visitor’s own acts at once', async () => {
  const actsFrom = inSeconds(dayMs)
  const word = await login.says({ email, device: owner.by.device, actsFrom, expiresAt: inSeconds(dayMs) })
  const session = v.parse(Session, await (await verify(owner.by, await begin(owner.by, word))).json())
  const { proof, payload } = await paper()
  expect((await ask({ by: owner.by, token: session.accessToken }, addOwnDoorCall, payload)).status).toBe(204)
  const mine = await enter(await createDevice(), dayMs)
  const opened = { door: payload.door.door, proof, site: walletOrigin, keepsIn: 'page' }
  const { accessToken } = v.parse(Session, await (await login.ask(logInByDoorCall, mine.by, opened)).json())
  const { device } = await createDevice()
  expect((await ask({ by: mine.by, token: accessToken }, removeDeviceCall, { device })).status).toBe(204)
})

test('[F4] a receipt of before, which doesn’t say when its device acts, lets nobody in', async () => {
  const by = await createDevice()
  const [is, person, expiresAt] = ['confirmed', personOf({ email }), inSeconds(dayMs)]
  const said = { is, person, device: by.device, ceremony: newId(), expiresAt }
  const { answer } = await begin(by, await signReceipt(login.keeper.privateKey, v.parse(v.any(), said)))
  expect(await reasonOf(answer)).toEqual([403, 'unconfirmed', 'confirmation'])
})

test('[F4] a ceremony lets a device in once: removed, it doesn’t come back by another receipt of it, for 30 days', async () => {
  const [by, ceremony, actsFrom] = [await createDevice(), newId(), inSeconds(0)]
  const word = () => login.says({ email, device: by.device, ceremony, actsFrom, expiresAt: inSeconds(minuteMs) })
  expect((await verify(by, await begin(by, await word()))).status).toBe(200)
  expect((await ask(owner, removeDeviceCall, { device: by.device })).status).toBe(204)
  for (const laterMs of [15 * minuteMs, dayMs, 29 * dayMs - 20 * minuteMs]) {
    pass(laterMs)
    const { orm } = database
    await runRound((clock) => createSignInKeeping({ orm, log: login.api.services.log, clock }), login.api.time)
    expect(await reasonOf(await verify(by, await begin(by, await word())))).toEqual([
      403,
      'unconfirmed',
      'confirmation',
    ])
    expect(await database.orm.select().from(loginDevices)).toHaveLength(1)
  }
  expect(await database.orm.select().from(usedNonces)).not.toEqual([])
})

test('[F1] [F4] an answer that is lost, and a code that is typed after the receipt’s end, lock nobody out', async () => {
  const by = await createDevice()
  const begun = await begin(by, await login.says({ email, device: by.device, expiresAt: inSeconds(31_000 + 1_000) }))
  pass(9 * minuteMs)
  expect((await verify(by, begun)).status).toBe(200)
  // As if that had never arrived: the same device begins again.
  expect((await verify(by, await begin(by))).status).toBe(200)
})

test('[F4] a word that comes for a device which the person has is used up with that: removed, it doesn’t come back by it', async () => {
  const by = await createDevice()
  expect((await verify(by, await begin(by, await login.says({ email, device: by.device })))).status).toBe(200)
  const [ceremony, actsFrom] = [newId(), inSeconds(0)]
  const word = () => login.says({ email, device: by.device, ceremony, actsFrom, expiresAt: inSeconds(minuteMs) })
  // One that doesn’t count keeps the device from nothing.
  const ofOther = await login.says({ email, device: owner.by.device })
  for (const said of [await word(), ofOther]) expect((await verify(by, await begin(by, said))).status).toBe(200)
  expect((await ask(owner, removeDeviceCall, { device: by.device })).status).toBe(204)
  expect(await reasonOf(await verify(by, await begin(by, await word())))).toEqual([403, 'unconfirmed', 'confirmation'])
})

test('[F4] a device is let in for the wallet that the keeper has of the person, and no other: none where it has another, or none', async () => {
  for (const wallet of [null, newId()]) {
    const by = await createDevice()
    const word = await login.says({ email, device: by.device, wallet })
    expect(await reasonOf(await verify(by, await begin(by, word)))).toEqual([403, 'unconfirmed', 'confirmation'])
  }
  const by = await createDevice()
  const word = await login.says({ email, device: by.device, wallet: made.wallet.wallet })
  expect((await verify(by, await begin(by, word))).status).toBe(200)
})
