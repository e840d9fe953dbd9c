import { randomUUID } from 'node:crypto'
import { newId } from '@foyer/custody/bytes'
import { signWord } from '@foyer/custody/keeperWord'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { loginCodes, loginDevices, loginEmailChanges, loginSessions } from '../../db/schema/index.js'
import { beyond, fold } from '../../test/overdriven.js'
import { loginLimits as limits, loginRooms as rooms } from '../loginLimits.js'
import { mostTries } from '../requireCode.js'
import { type Entered, elsewhere, enter, here, type LoginDrive, type LoginWorld, rowsOf, times } from './drivenLogin.js'
import { codeOf, createDevice, site } from './openLogin.js'

const browser = 'Firefox'

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns the result of a call, and the code of the mail that it sends. */
async function mailed<Said>({ test: { mails } }: LoginWorld, call: () => Promise<Said>) {
  const before = mails.length
  const said = await call()
  while (mails.length === before) await new Promise((resolve) => setImmediate(resolve))
  return { said, code: codeOf(mails.at(-1)) }
}

interface LogIn {
  readonly email: string
  readonly device: string
  readonly client: string
  readonly isKnown?: boolean
}

/** Begins a login, of a device that the keeper has confirmed where it isn't known. @returns what its code is tried by */
async function begin(world: LoginWorld, { email, device, client, isKnown = false }: LogIn) {
  const confirmation = isKnown ? undefined : await world.test.says({ email, device })
  const asked = { email, projectId: 'demo', site, device, confirmation, browser, client }
  const { said, code } = await mailed(world, () => world.login.logins.begin(asked))
  const verify = (typed: string) => world.login.logins.verify({ login: said.login, code: typed, device, client })
  return { guess: () => verify(wrongOf(code)), enter: () => verify(code) }
}

/** Of many codes, each of which is tried until it is dead: the guess that is next. */
function guesser(next: () => Promise<{ guess: () => Promise<unknown> }>) {
  let open: Awaited<ReturnType<typeof next>> | undefined
  let left = 0
  return async () => {
    if (left === 0) {
      open = await next()
      left = mostTries
    }
    left -= 1
    return open?.guess()
  }
}

/** So many accounts: each comes by a device that is new, of which one network has so many codes an hour. */
async function enterMany(world: LoginWorld, count: number): Promise<(index: number) => Entered> {
  const came: Entered[] = []
  while (came.length < count) {
    if (came.length % (limits.newNetwork.most - 5) === 0) world.test.api.time += limits.newNetwork.withinMs
    came.push(await enter(world))
  }
  return (index) => came[index] ?? expect.fail()
}

const changeTo = ({ login }: LoginWorld, { session: by }: Entered, { to, client }: { to: string; client: string }) =>
  login.emailChanges.begin({ by, email: to, site, browser, client })

/** Begins a change and proves the mailbox of before, so that the new one is sent a code. */
async function writeTo(world: LoginWorld, who: Entered, at: { to: string; client: string }) {
  const { said, code } = await mailed(world, () => changeTo(world, who, at))
  const { session: by } = who
  return world.login.emailChanges.verify({ by, change: said.change, code, browser, client: at.client })
}

const mailsTo = ({ test }: LoginWorld, to: string): number => test.mails.filter((mail) => mail.to === to).length

/** The drives of calls that take a code, or send one because another was right. */
export const codeDrives: Readonly<Record<string, LoginDrive>> = {
  async '/login/v1/codes/verify'(world) {
    const { api } = world.test
    const [one, other] = [await enter(world), await enter(world)]
    const of = ({ by: { device }, email }: Entered) => ({ device, email, isKnown: true })
    let asked = 0
    const own = guesser(() => {
      // As often as a device has codes, and all within a day.
      asked += 1
      api.time += asked <= 11 ? limits.ownHour.withinMs / limits.ownHour.most : 1_000
      return begin(world, { ...of(one), client: here(1) })
    })
    const { most } = limits.wrongOfDevice
    expect(await times(most, own)).toEqual({
      code_wrong: most * (1 - 1 / mostTries),
      too_many_tries: most / mostTries,
      too_many_codes: beyond * most,
    })
    await (await begin(world, { ...of(other), client: here(1) })).enter()
    // New devices guess as often as their network has codes, whichever of its addresses and persons they take.
    let index = 0
    const fresh = guesser(async () => {
      index += 1
      const { device } = await createDevice()
      return begin(world, { email: `${randomUUID()}@mail.example`, device, client: here(index) })
    })
    const { most: ofNetwork } = limits.wrongOfNetwork
    expect(await times(ofNetwork, fresh)).toEqual({
      code_wrong: ofNetwork * (1 - 1 / mostTries),
      too_many_tries: ofNetwork / mostTries,
      too_many_codes: beyond * ofNetwork,
    })
    api.time += limits.ownPause.withinMs
    await (await begin(world, { ...of(other), client: here(1) })).enter()
    const email = `${randomUUID()}@mail.example`
    const comes = async () => {
      api.time += limits.newHour.withinMs / limits.newHour.most
      const { device } = await createDevice()
      await (await begin(world, { email, device, client: elsewhere })).enter()
    }
    // Each takes the place of the one that wasn't seen for longest: after a fifth more than have room, it is so for as many as come.
    const { most: devices } = rooms.devices
    for (let each = 0; each < 1.2 * devices; each += 1) await comes()
    const person = `email:${email}`
    expect(await rowsOf(world, loginDevices, eq(loginDevices.person, person))).toBe(devices)
    expect(await rowsOf(world, loginSessions, eq(loginSessions.person, person))).toBe(devices)
    expect(await rowsOf(world, loginCodes, eq(loginCodes.person, person))).toBe(0)
  },
  async '/login/v1/codes/send'(world) {
    const { keeper, api, mails } = world.test
    const { device } = await createDevice()
    const before = mails.length
    const email = `${randomUUID()}@mail.example`
    const send = async (ceremony: string, to: string) => {
      const said = { person: `email:${to}`, device, ceremony, site, browser, language: 'en' }
      const expiresAt = Math.floor(api.time / 1000) + 1_200
      return world.login.logins.sendAhead({
        receipt: await signWord('code', keeper.privateKey, { ...said, expiresAt }),
      })
    }
    // The keeper's mail is counted, beside which it is sent: said again it is no fault.
    const ceremony = newId()
    expect(await times(rooms.codesAhead.most, () => send(ceremony, email))).toEqual({
      done: fold * rooms.codesAhead.most,
    })
    await send(newId(), `${randomUUID()}@mail.example`)
    await expect.poll(() => mails.length).toBe(before + 2)
    await times(rooms.codes.most, () => send(newId(), email))
    expect(await rowsOf(world, loginCodes, eq(loginCodes.person, `email:${email}`))).toBe(rooms.codes.most)
  },
  async '/login/v1/emails/change'(world) {
    const { api, mails } = world.test
    const one = await enter(world)
    const { most } = limits.changeFromHour
    const before = mails.length
    const ask = (to: string) => {
      api.time += limits.changeFromPause.withinMs
      return changeTo(world, one, { to, client: elsewhere })
    }
    expect(await times(most, (index) => ask(`${index}@new.example`))).toEqual({
      done: most,
      too_many_codes: beyond * most,
    })
    await changeTo(world, await enter(world), { to: 'a@new.example', client: elsewhere })
    // The codes, and the login of another with its own.
    await expect.poll(() => mails.length).toBe(before + most + 2)
    expect(await rowsOf(world, loginEmailChanges, eq(loginEmailChanges.person, one.session.person))).toBe(most)
    // To one mailbox, by accounts of many times as many networks as may write to it.
    const { most: strangers } = limits.changeStrangers
    const to = `${randomUUID()}@mail.example`
    const accounts = await enterMany(world, fold * strangers)
    const came = await times(strangers, async (index) => {
      api.time += limits.changePause.withinMs
      await writeTo(world, accounts(index), { to, client: `10.${index}.0.7` })
    })
    expect(came).toEqual({ done: strangers, too_many_codes: beyond * strangers })
    expect(mailsTo(world, to)).toBe(strangers)
    // Its owner isn't kept from it.
    const owner = { email: to, device: (await createDevice()).device, client: elsewhere }
    await (await begin(world, owner)).enter()
  },
  async '/login/v1/emails/verify'(world) {
    const { api, mails } = world.test
    const one = await enter(world)
    let asked = 0
    const guess = guesser(async () => {
      // As often as a device has codes, and all within a day.
      asked += 1
      api.time += asked <= 11 ? limits.changeFromHour.withinMs / limits.changeFromHour.most : 1_000
      const at = { to: 'a@new.example', client: elsewhere }
      const { said, code } = await mailed(world, () => changeTo(world, one, at))
      const typed = { by: one.session, change: said.change, code: wrongOf(code), browser, client: elsewhere }
      return { guess: () => world.login.emailChanges.verify(typed) }
    })
    const { most: wrong } = limits.wrongOfDevice
    expect(await times(wrong, guess)).toEqual({
      code_wrong: wrong * (1 - 1 / mostTries),
      too_many_tries: wrong / mostTries,
      too_many_codes: beyond * wrong,
    })
    // Accounts of one network prove their own mailboxes as often as they may: what each proof sends is the network's.
    const { most } = limits.changeNetwork
    const many = (fold * most) / limits.changeFromHour.most
    const accounts = await enterMany(world, many)
    const write = async (index: number) => {
      if (index % many === 0) api.time += limits.changeFromPause.withinMs
      await writeTo(world, accounts(index % many), { to: `${index}@other.example`, client: here(index) })
    }
    expect(await times(most, write)).toEqual({ done: most, too_many_codes: beyond * most })
    await writeTo(world, await enter(world), { to: 'b@other.example', client: elsewhere })
    await expect.poll(() => mails.filter(({ to }) => to.endsWith('@other.example')).length).toBe(most + 1)
  },
}
