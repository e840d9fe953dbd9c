import { newId } from '@foyer/custody/bytes'
import { type CeremonyState, cancelCeremonyCall } from '@foyer/custody/keeperCalls'
import { type CodeWord, sendCodeCall, signWord } from '@foyer/custody/keeperWord'
import { personOf } from '@foyer/custody/person'
import {
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email as known,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import { beginLoginCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { loginCodes } from '../../db/schema/index.js'
import { loginLimits } from '../../login/loginLimits.js'
import { codeOf, createDevice as createKeys, reasonOf, wholeJson } from '../../login/test/openLogin.js'
import type { Both } from './bothServers.js'
import { eachDeletion } from './deletionWorld.js'

/* One visit to the mailbox: the keeper's link and the login server's code lie there together, and only where both are of use. */

let both: Both
let codesKept: () => Promise<(typeof loginCodes.$inferSelect)[]>
eachDeletion(
  ({ both: servers, database }) => {
    both = servers
    codesKept = () => database.orm.select().from(loginCodes)
  },
  { sendsAhead: true },
)

const email = 'grace@mail.example'
const byOf = ({ keys, id }: Device) => ({ keys, device: id })
const told = () => both.said.filter((each) => each === 'send').length

/** Begins at both, as the page does: nobody is told anything until the keeper has confirmed the device. */
async function beginIn(to: string, client = '203.0.113.1') {
  both.pass(minuteMs)
  const its = await createDevice()
  const [sent, ahead] = [await mailsSent(both.world), told()]
  const from = { ...both.world, ...both.world.from(client) }
  const { ceremony, digits } = await begin(from, { device: its, to })
  const link = linkIn(await mailAfter(both.world, sent))
  return { device: its, ceremony, digits, link, ahead }
}
type Begun = Awaited<ReturnType<typeof beginIn>>

/** Waits until the keeper has told the login server of a mail, and that has sent its code. */
async function codeBeside({ ahead }: Pick<Begun, 'ahead'>, mails: number): Promise<string> {
  await vi.waitFor(() => expect([told(), both.login.mails.length]).toEqual([ahead + 1, mails + 1]))
  return codeOf(both.login.mails.at(-1))
}

async function confirmationOf({ device, ceremony }: Pick<Begun, 'device' | 'ceremony'>) {
  const state: CeremonyState = await stateOf(both.world, device, ceremony)
  return 'confirmation' in state ? state.confirmation : expect.fail(state.status)
}

async function enter({ device }: Pick<Begun, 'device'>, to: string, confirmation?: unknown) {
  const payload = { email: to, projectId: 'demo', site, confirmation }
  const answer = await both.login.ask(beginLoginCall, byOf(device), payload)
  return v.parse(beginLoginCall.reply, await answer.json())
}

const verify = ({ device }: Pick<Begun, 'device'>, login: string, code: string) =>
  both.login.ask(verifyCodeCall, byOf(device), { login, code, keepsIn: 'page' })

const word = (more: Partial<CodeWord> = {}): CodeWord => ({
  ...{ person: personOf({ email }), device: both.by.device, ceremony: newId(), site, browser: 'Firefox' },
  ...{ language: 'en', expiresAt: Math.floor(both.clock.now() / 1000) + 1_200, ...more },
})
const say = async (its: CodeWord, key = both.world.services.keeper.secrets.signing) =>
  both.login.api.post(sendCodeCall.path, { receipt: await signWord('code', key, its) }, wholeJson)

describe('one visit to the mailbox', () => {
  test('[F1] a first login has both mails before its visitor looks: the code lives as long as the link, and none is sent again', async () => {
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    const code = await codeBeside(begun, mails)
    expect(both.login.mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('good for 20 minutes') })
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    both.pass(19 * minuteMs - minuteMs / 2)
    const entered = await enter(begun, email, await confirmationOf(begun))
    expect(entered).toMatchObject({ action: 'VERIFY_OTP', codeSeconds: 90 })
    expect(both.login.mails).toHaveLength(mails + 1)
    const answer = await verify(begun, entered.login, code)
    expect(v.parse(Session, await answer.json())).toMatchObject({ email })
  })

  test('[F1] a code that is all but over when the link is used is sent anew', async () => {
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    await codeBeside(begun, mails)
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    both.pass(19 * minuteMs + minuteMs / 2)
    expect(await enter(begun, email, await confirmationOf(begun))).toMatchObject({ codeSeconds: 600 })
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 2))
  })

  test('[F1] “Send again” sends another, which counts alone', async () => {
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    const first = await codeBeside(begun, mails)
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    await enter(begun, email, await confirmationOf(begun))
    both.pass(minuteMs)
    const { login } = await enter(begun, email, await confirmationOf(begun))
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 2))
    expect(await reasonOf(await verify(begun, login, first))).toEqual([403, 'code_replaced', 'code'])
    expect((await verify(begun, login, codeOf(both.login.mails.at(-1)))).status).toBe(200)
  })

  test('[F3] [F4] is of no use, and shows in nothing, before the device brings the keeper’s receipt', async () => {
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    const code = await codeBeside(begun, mails)
    const [row] = await codesKept()
    const [asked, other] = [await enter(begun, email), await enter(begun, 'nobody@mail.example')]
    expect({ ...asked, login: '' }).toEqual({ ...other, login: '' })
    for (const login of [asked.login, row?.id ?? ''])
      expect(await reasonOf(await verify(begun, login, code))).toEqual([403, 'code_expired', 'login'])
    // Nor to another device of the same mailbox, that the keeper has confirmed.
    const oak = await beginIn(email, '198.51.100.1')
    await codeBeside(oak, mails + 1)
    await confirm(both.world, await createDevice(), oak.link, oak.digits)
    const { login } = await enter(oak, email, await confirmationOf(oak))
    expect(await reasonOf(await verify(oak, login, code))).toEqual([403, 'code_wrong', 'code'])
  })

  test('[F2] a stranger’s asking replaces no code of the owner’s and takes none of what their mailbox may be sent', async () => {
    const mails = both.login.mails.length
    const owner = await beginIn(email)
    const code = await codeBeside(owner, mails)
    for (const [index, client] of ['198.51.100.1', '192.0.2.1'].entries())
      await codeBeside(await beginIn(email, client), mails + 1 + index)
    await confirm(both.world, await createDevice(), owner.link, owner.digits)
    const { login } = await enter(owner, email, await confirmationOf(owner))
    expect((await verify(owner, login, code)).status).toBe(200)
    // As many as strangers elsewhere may have sent in an hour are there beside it.
    const other = 'other@mail.example'
    const before = both.login.mails.length
    const late = await beginIn(other)
    await codeBeside(late, before)
    await confirm(both.world, await createDevice(), late.link, late.digits)
    const confirmation = await confirmationOf(late)
    for (let time = 0; time <= loginLimits.newStrangers.most; time += 1) {
      both.pass(minuteMs)
      expect((await enter(late, other, confirmation)).action).toBe('VERIFY_OTP')
    }
    both.pass(minuteMs)
    const payload = { email: other, projectId: 'demo', site, confirmation }
    expect((await both.login.ask(beginLoginCall, byOf(late.device), payload)).status).toBe(429)
  })
})

describe('today’s order is kept', () => {
  test('where a wait follows, and where nothing that the keeper has opens the wallet', async () => {
    both.pass(2 * dayMs)
    const mails = both.login.mails.length
    const begun = await beginIn(known)
    // What the next mail has caused comes after what this one has.
    await beginIn(email)
    await codeBeside(begun, mails)
    expect(both.login.mails.at(-1)?.to).toBe(email)
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    expect(await stateOf(both.world, begun.device, begun.ceremony)).toMatchObject({ status: 'held' })
  })

  test('where the login server is away as the mail goes out', async () => {
    both.faults.set('send', ['lost'])
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    await vi.waitFor(() => expect(both.world.lines.join('')).toContain('could not be reached'))
    expect(both.login.mails).toHaveLength(mails)
    const { login } = await enter(begun, email, await confirmationOf(begun))
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 1))
    expect((await verify(begun, login, codeOf(both.login.mails.at(-1)))).status).toBe(200)
  })
})

describe('the keeper’s word for a code', () => {
  test('is taken once a ceremony, of the keeper alone, and while it counts', async () => {
    const mails = both.login.mails.length
    const forger = await createKeys()
    const { device } = await createKeys()
    expect((await say(word({ device }), forger.keys.privateKey)).status).toBe(403)
    expect((await say(word({ device, expiresAt: Math.floor(both.clock.now() / 1000) - 1 }))).status).toBe(403)
    expect((await say(word({ device, person: 'google:1101694844' }))).status).toBe(403)
    const its = word({ device })
    expect([(await say(its)).status, (await say(its)).status]).toEqual([204, 204])
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 1))
    // A device of the person's is sent what it asks for itself.
    expect((await say(word({ person: personOf({ email: known }) }))).status).toBe(204)
    expect((await say(word({ device: (await createKeys()).device }))).status).toBe(204)
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 2))
    expect(both.login.mails.at(-1)?.to).toBe(email)
  })

  test('[F1] lets no code live beyond 20 minutes', async () => {
    const { device } = await createKeys()
    await say(word({ device, expiresAt: Math.floor(both.clock.now() / 1000) + 7_200 }))
    const [row] = await codesKept()
    expect(row?.expiresAt.getTime()).toBe(both.clock.now() + 20 * minuteMs)
  })

  test('comes too late for a device that was sent a code as it asked', async () => {
    both.faults.set('send', ['lost'])
    const mails = both.login.mails.length
    const begun = await beginIn(email)
    await confirm(both.world, await createDevice(), begun.link, begun.digits)
    const { login } = await enter(begun, email, await confirmationOf(begun))
    await vi.waitFor(() => expect(both.login.mails).toHaveLength(mails + 1))
    const code = codeOf(both.login.mails.at(-1))
    await say(word({ device: begun.device.id, ceremony: begun.ceremony }))
    expect((await verify(begun, login, code)).status).toBe(200)
  })
})

test('what is cancelled at the keeper takes its code with it', async () => {
  const mails = both.login.mails.length
  const begun = await beginIn(email)
  await codeBeside(begun, mails)
  await confirm(both.world, await createDevice(), begun.link, begun.digits)
  await both.atKeeper(cancelCeremonyCall, { ceremony: begun.ceremony }, begun.device)
  await both.world.sendLate()
  expect(await codesKept()).toEqual([])
})
