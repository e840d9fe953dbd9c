import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import { signReceipt } from '@foyer/custody/signed'
import { beginLoginCall, claimWalletCall } from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginDevices, loginWallets } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import {
  codeOf,
  createDevice,
  mailBeyond,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
} from './test/openLogin.js'
import { makeWallet } from './test/testWallet.js'

/* A change of the address that is begun once more: by the same device or another, after its codes are over, after both mailboxes were proved. */

const [ada, lovelace] = ['ada@mail.example', 'lovelace@mail.example']
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

let database: Database
let login: TestLogin
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
})

interface Who {
  readonly by: TestDevice
  readonly token: string
}
const pass = (ms: number) => {
  login.api.time += ms
}
/** Logs a device in whose mailbox may be sent a code again afterwards. */
async function enter({
  email = ada,
  by,
  isKnown = false,
}: {
  email?: string
  by?: TestDevice
  isKnown?: boolean
} = {}) {
  const device = by ?? (await createDevice())
  const { accessToken: token } = await login.logIn({ by: device, email, isKnown })
  pass(31_000)
  return { by: device, token }
}
const ask = ({ by, token }: Who, email = lovelace) => login.ask(beginEmailChangeCall, by, { email, site }, { token })
const type = ({ by, token }: Who, { change, code }: { change: string; code: string }) =>
  login.ask(verifyEmailChangeCall, by, { change, code }, { token })
/** The code of the newest mail, once there is one beyond so many. */
async function codeAfter(count: number) {
  const mail = await mailBeyond(login.mails, count)
  return { code: codeOf(mail), to: mail.to }
}
async function begin(who: Who, email = lovelace) {
  const count = login.mails.length
  const answer = await ask(who, email)
  if (answer.status !== 200) throw new Error(await answer.text())
  const { change, action } = v.parse(beginEmailChangeCall.reply, await answer.json())
  return { change, action, ...(await codeAfter(count)) }
}
/** Proves the mailbox that the wallet has. @returns what proves the other */
async function proveFirst(who: Who, first: { change: string; code: string }) {
  const count = login.mails.length
  const { change } = v.parse(verifyEmailChangeCall.reply, await (await type(who, first)).json())
  return { change: change ?? expect.fail(), ...(await codeAfter(count)) }
}
/** Shows the keeper's word that a wallet has gone to the new address. */
async function showMoved({ by, token }: Who, wallet: string) {
  const now = Math.floor(login.api.time / 1000)
  const receipt = await signReceipt(login.keeper.privateKey, {
    ...{ is: 'bound', person: personOf({ email: lovelace }), device: by.device, ceremony: newId() },
    ...{ expiresAt: now + 600, wallet, sealedHash: encodeBytes(randomBytes(32)) },
    moved: { from: personOf({ email: ada }), at: now },
  })
  return login.ask(claimWalletCall, by, { receipt }, { token })
}
const codeOfReason = async (answer: Response | Promise<Response>) => (await reasonOf(await answer))[1]

test('[F4] what one device has proved of the first mailbox lets no other go on with the second', async () => {
  const [maple, oak] = [await enter(), await enter()]
  const second = await proveFirst(maple, await begin(maple))
  const others = await begin(oak)
  expect([others.action, others.to]).toEqual(['VERIFY_PRIMARY_OTP', ada])
  // The change is the other device's now: the first has nothing that counts, nor had it a code of the other's.
  expect(await codeOfReason(type(maple, second))).toBe('code_expired')
  expect(await codeOfReason(type(oak, { change: second.change, code: others.code }))).toBe('code_expired')
})

test('what was proved of the first mailbox counts as long as the code to the second', async () => {
  const me = await enter()
  await proveFirst(me, await begin(me))
  pass(10 * minuteMs - 1)
  expect((await begin(me)).action).toBe('VERIFY_SECONDARY_OTP')
  pass(10 * minuteMs - 31_000)
  const later = await enter({ by: me.by, isKnown: true })
  expect((await begin(later)).action).toBe('VERIFY_PRIMARY_OTP')
})

test('a code to the mailbox that the wallet has is wrong for the other, and none that was replaced', async () => {
  const me = await enter()
  const first = await begin(me)
  const { change } = await proveFirst(me, first)
  expect(await codeOfReason(type(me, { change, code: first.code }))).toBe('code_wrong')
  expect(await codeOfReason(type(me, first))).toBe('code_expired')
})

test('[F2] a network has one code to an address an hour, and one more of the same change', async () => {
  const [me, other] = [await enter(), await enter()]
  await proveFirst(me, await begin(me))
  pass(31_000)
  const again = await begin(me)
  expect(again.to).toBe(lovelace)
  pass(31_000)
  expect(await codeOfReason(ask(me))).toBe('too_many_codes')
  // A change by another device is another.
  const theirs = await begin(other)
  expect(theirs.to).toBe(ada)
  expect(await codeOfReason(type(other, theirs))).toBe('too_many_codes')
})

test('[F2] once both are proved, a change to the same address is another: its code is none once more', async () => {
  const me = await enter()
  const second = await proveFirst(me, await begin(me))
  expect((await type(me, second)).status).toBe(200)
  pass(31_000)
  expect(await codeOfReason(ask(me))).toBe('too_many_codes')
})

test('[F2] once both are proved, a change to the same address by another device is another', async () => {
  const me = await enter()
  const second = await proveFirst(me, await begin(me))
  expect((await type(me, second)).status).toBe(200)
  pass(hourMs)
  const [again, other] = [await enter({ by: me.by, isKnown: true }), await enter()]
  expect((await begin(again)).to).toBe(lovelace)
  pass(31_000)
  expect(await codeOfReason(ask(other))).toBe('too_many_codes')
  expect((await begin(again)).to).toBe(lovelace)
})

test('[F2] where a device of the new address came from, others keep it from no code; what was proved while none could be sent counts', async () => {
  await enter({ email: lovelace })
  const [me, eve] = [await enter(), await enter({ email: 'eve@mail.example' })]
  const first = await begin(me)
  await proveFirst(eve, await begin(eve))
  expect(await codeOfReason(type(me, first))).toBe('too_many_codes')
  pass(31_000)
  const again = await begin(me)
  expect([again.action, again.to]).toEqual(['VERIFY_SECONDARY_OTP', lovelace])
  expect((await type(me, again)).status).toBe(200)
})

test('both mailboxes stay proved for their 90 days though a code is sent once more, and by whichever device', async () => {
  const me = await enter()
  const { wallet } = await makeWallet({ login, ...me, email: ada })
  const second = await proveFirst(me, await begin(me))
  expect((await type(me, second)).status).toBe(200)
  pass(hourMs)
  const other = await enter()
  expect((await begin(other)).action).toBe('VERIFY_SECONDARY_OTP')
  pass(80 * dayMs)
  const { by, token } = await enter({ by: me.by, isKnown: true })
  expect((await showMoved({ by, token }, wallet.wallet)).status).toBe(204)
  const [row] = await database.orm.select().from(loginWallets).where(eq(loginWallets.id, wallet.wallet))
  expect(row?.person).toBe(personOf({ email: lovelace }))
})

test('a wallet goes to its new address though no device of the old one is left', async () => {
  const me = await enter()
  const { wallet } = await makeWallet({ login, ...me, email: ada })
  expect((await type(me, await proveFirst(me, await begin(me)))).status).toBe(200)
  pass(31_000)
  const later = await enter({ email: lovelace })
  await database.orm.delete(loginDevices).where(eq(loginDevices.person, personOf({ email: ada })))
  expect((await showMoved(later, wallet.wallet)).status).toBe(204)
  expect(await database.orm.select().from(loginWallets)).toMatchObject([{ person: personOf({ email: lovelace }) }])
  expect(await database.orm.select().from(loginDevices)).toMatchObject([{ device: later.by.device }])
})

test('an address whose wallet nobody has claimed is taken by none', async () => {
  const her = await enter({ email: lovelace })
  await makeWallet({ login, ...her, email: lovelace })
  await database.orm.update(loginWallets).set({ claimedAt: null })
  const me = await enter()
  expect((await type(me, await proveFirst(me, await begin(me)))).status).toBe(200)
})

test('[F4] a code is of the person whose change it is, and of nobody else on the same device', async () => {
  const me = await enter()
  const first = await begin(me)
  const eve = await enter({ email: 'eve@mail.example', by: me.by })
  expect(await codeOfReason(type(eve, first))).toBe('code_expired')
  expect((await type(me, first)).status).toBe(200)
})

test('a code that can’t be sent is said to be so, and no page waits for it', async () => {
  const me = await enter()
  for (const work of login.api.services.background) if (work.name === 'login mails') await work.stop()
  expect((await ask(me)).status).toBe(503)
  const asked = { email: ada, projectId: 'demo', site }
  expect((await login.ask(beginLoginCall, me.by, asked)).status).toBe(503)
})
