import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { signWord } from '@foyer/custody/keeperWord'
import type { OwnDoor } from '@foyer/login/ownDoor'
import { providerLimits } from '@foyer/service/socials/providerShares'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginOwnDoors,
  loginSessions,
  loginSocials,
  loginWallets,
  loginWindows,
  sponsoredOperations,
} from '../../db/schema/index.js'
import { beyond, fold } from '../../test/overdriven.js'
import { loginLimits as limits, loginRooms as rooms } from '../loginLimits.js'
import { codeDrives } from './codeDrives.js'
import { type Entered, elsewhere, enter, here, type LoginDrive, type LoginWorld, rowsOf, times } from './drivenLogin.js'
import { createDevice, site } from './openLogin.js'
import { addresses, claim, createWallet, makeWallet } from './testWallet.js'

interface BeginSocial {
  readonly provider?: 'google' | 'github' | 'farcaster'
  readonly device?: string
  readonly client?: string
}

async function begin({ login }: LoginWorld, given: BeginSocial = {}) {
  const { provider = 'google', client = elsewhere, device = (await createDevice()).device } = given
  const social = newId()
  await login.socials.begin({ social, device, provider, projectId: 'demo', site, client })
  return { social, device, client }
}

const withWallet = async (world: LoginWorld) => {
  const entered = await enter(world)
  return { ...entered, wallet: (await makeWallet(entered)).wallet.wallet }
}

const ownDoor = (): OwnDoor => {
  const [wrap, b] = [encodeBytes(randomBytes(60)), encodeBytes(randomBytes(32))]
  return { kind: 'paper', door: newId(), wrap, b }
}

/** Of each call by its path: it is made so many times as often as its budget has room for, and another network or account has its own meanwhile. */
export const loginDrives: Readonly<Record<string, LoginDrive>> = {
  ...codeDrives,
  async '/login/v1/socials'(world) {
    const asking = { provider: 'google', projectId: 'demo', site } as const
    const ask = (client: string, device: string) =>
      world.login.socials.begin({ ...asking, social: newId(), device, client })
    const { most } = limits.socialNetwork
    expect(await times(most, (index) => ask(here(index), `device ${index}`))).toEqual({
      done: most,
      too_many_codes: beyond * most,
    })
    await ask(elsewhere, 'another')
    // A device of the same network that is somebody's has its own.
    const { most: ofDevice } = limits.socialDevice
    const known = await enter(world)
    expect(await times(ofDevice, (index) => ask(here(index), known.by.device))).toEqual({
      done: ofDevice,
      too_many_codes: beyond * ofDevice,
    })
    expect(await rowsOf(world, loginSocials)).toBe(most + 1 + rooms.socials.most)
    const { most: open } = rooms.socials
    await times(open, (index) => ask(`10.0.${index}.7`, 'of many networks'))
    expect(await rowsOf(world, loginSocials, eq(loginSocials.device, 'of many networks'))).toBe(open)
  },
  async '/login/v1/socials/read'(world) {
    const [one, other] = [await begin(world), await begin(world)]
    // A provider that isn't there is asked for its addresses each time.
    const read = ({ social, client }: typeof one) => world.login.socials.read({ social, client })
    const { most } = limits.reads
    expect(await times(most, () => read(one))).toEqual({ provider_away: most, too_many_codes: beyond * most })
    expect(world.asked).toHaveLength(most)
    await expect(read(other)).rejects.toMatchObject({ code: 'provider_away' })
  },
  async '/login/v1/socials/answer'(world) {
    const [one, other] = [await begin(world), await begin(world)]
    const { most } = rooms.answers
    const answer = (social: string, said: string) => world.login.socials.answer({ social, said })
    expect(await times(most, (index) => answer(one.social, `word ${index}`))).toEqual({
      done: most,
      social_unknown: beyond * most,
    })
    await answer(other.social, 'other')
    expect(await world.login.socials.poll({ ...one, signal: new AbortController().signal })).toEqual({ said: 'word 0' })
  },
  async '/login/v1/socials/exchange'(world) {
    const [one, other] = [await begin(world), await begin(world)]
    const exchange = (of: typeof one) =>
      world.login.socials.exchange({ ...of, code: 'a code', verifier: 'v'.repeat(43) })
    expect(await times(limits.exchanges.most, () => exchange(one))).toEqual({
      provider_away: 1,
      too_many_codes: beyond,
    })
    expect(world.asked).toHaveLength(1)
    await expect(exchange(other)).rejects.toMatchObject({ code: 'provider_away' })
    // What a network asks of a provider is bounded, whichever it is; a device there that is somebody's has a share beside.
    const { most } = providerLimits.networkHour
    for (let asked = 2; asked < most; asked += 1)
      await expect(exchange(await begin(world))).rejects.toMatchObject({ code: 'provider_away' })
    expect(world.asked).toHaveLength(most)
    const third = { ...(await begin(world, { client: here(1) })), client: elsewhere }
    await expect(exchange(third)).rejects.toMatchObject({ code: 'too_many_codes' })
    const { device } = (await enter(world)).by
    await expect(exchange(await begin(world, { device }))).rejects.toMatchObject({ code: 'provider_away' })
    expect(world.asked).toHaveLength(most + 1)
  },
  async '/login/v1/socials/show'(world) {
    const [one, other] = [await begin(world, { provider: 'github' }), await begin(world, { provider: 'github' })]
    const show = (of: typeof one) => world.login.socials.show({ ...of, token: 'a token' })
    expect(await times(limits.shows.most, () => show(one))).toEqual({ social_refused: 1, too_many_codes: beyond })
    expect(world.asked).toHaveLength(1)
    await expect(show(other)).rejects.toMatchObject({ code: 'social_refused' })
  },
  async '/login/v1/socials/channel'(world) {
    const [one, other] = [await begin(world, { provider: 'farcaster' }), await begin(world, { provider: 'farcaster' })]
    const { most } = limits.channels
    const came = await times(most, () => world.login.socials.openChannel(one))
    expect(came).toEqual({ done: most, too_many_codes: beyond * most })
    expect(world.asked).toHaveLength(most)
    expect(await world.login.socials.openChannel(other)).toMatchObject({ channel: 'channel1' })
  },
  async '/login/v1/socials/channel/poll'(world) {
    const [one, other] = [await begin(world, { provider: 'farcaster' }), await begin(world, { provider: 'farcaster' })]
    const { most } = limits.polls
    const poll = (of: typeof one) => world.login.socials.pollChannel({ ...of, channel: 'channel1' })
    expect(await times(most, () => poll(one))).toEqual({ done: most, too_many_codes: beyond * most })
    expect(world.asked).toHaveLength(most)
    expect(await poll(other)).toEqual({ said: null })
  },
  async '/login/v1/socials/finish'(world) {
    const { social, device, client } = await begin(world)
    const person = `google:${newId()}`
    // As the provider's word leaves it.
    await world.database.orm.update(loginSocials).set({ person }).where(eq(loginSocials.id, social))
    const confirmation = await world.test.says({ email: '', person, device })
    const came = await times(rooms.answers.most, () =>
      world.login.socials.finish({ social, device, client, confirmation, browser: 'Firefox' }),
    )
    expect(came).toEqual({ done: 1, social_unknown: beyond })
    expect(await rowsOf(world, loginSessions, eq(loginSessions.person, person))).toBe(1)
    expect(await rowsOf(world, loginDevices, eq(loginDevices.person, person))).toBe(1)
  },
  async '/login/v1/logins'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const begin = ({ by: { device }, email }: Entered) =>
      world.login.logins.begin({
        ...{ email, projectId: 'demo', site, device, confirmation: undefined, browser: 'Firefox', client: elsewhere },
      })
    world.test.api.time += limits.ownHour.withinMs
    const before = world.test.mails.length
    const { most } = limits.ownHour
    const came = await times(most, () => {
      world.test.api.time += limits.ownPause.withinMs
      return begin(one)
    })
    expect(came).toEqual({ done: most, too_many_codes: beyond * most })
    await begin(other)
    await expect.poll(() => world.test.mails.length).toBe(before + most + 1)
    expect(await rowsOf(world, loginCodes, eq(loginCodes.person, one.session.person))).toBe(1)
  },
  async '/login/v1/deletions/allow'(world) {
    const [one, other] = [await withWallet(world), await withWallet(world)]
    const allow = ({ session: by, wallet }: typeof one) =>
      world.login.deletions.allow({ by, wallet, browser: 'Firefox' })
    const { most } = limits.deletions
    expect(await times(most, () => allow(one))).toEqual({ done: most, rate_limited: beyond * most })
    await allow(other)
    expect(await rowsOf(world, loginDeletions, eq(loginDeletions.person, one.session.person))).toBe(1)
  },
  async '/login/v1/deletions/notice'(world) {
    const [one, other] = [await withWallet(world), await withWallet(world)]
    const seconds = Math.floor(world.test.api.time / 1000)
    const notice = async ({ session: { person, device }, wallet }: typeof one) => {
      const said = { stage: 'asked', deletion: newId(), wallet, person, device } as const
      const word = { ...said, at: seconds + 86_400, expiresAt: seconds + 600 }
      const receipt = await signWord('deletion', world.test.keeper.privateKey, word)
      return () => world.login.deletions.notice({ receipt, link: encodeBytes(randomBytes(32)) })
    }
    for (const { session: by, wallet } of [one, other])
      await world.login.deletions.allow({ by, wallet, browser: 'Firefox' })
    const mails = world.test.mails.length
    const { most } = limits.notices
    expect(await times(most, await notice(one))).toEqual({ done: most, rate_limited: beyond * most })
    await (await notice(other))()
    await expect.poll(() => world.test.mails.length).toBe(mails + most + 1)
  },
  async '/login/v1/logins/door'(world) {
    const [proof, { device }] = [encodeBytes(randomBytes(32)), await createDevice()]
    const asked = { door: newId(), proof, projectId: 'demo', site, device, browser: 'Firefox' }
    const logIn = (client: string) => world.login.ownDoors.logIn({ ...asked, client })
    const { most } = limits.ownDoors
    expect(await times(most, () => logIn(here(1)))).toEqual({ door_unknown: most, rate_limited: beyond * most })
    await expect(logIn(elsewhere)).rejects.toMatchObject({ code: 'door_unknown' })
    expect(await rowsOf(world, loginDevices, eq(loginDevices.device, device))).toBe(0)
  },
  async '/login/v1/doors/own/find'(world) {
    const find = (client: string) => world.login.ownDoors.find({ door: newId(), client })
    const { most } = limits.ownDoors
    expect(await times(most, () => find(here(1)))).toEqual({ door_unknown: most, rate_limited: beyond * most })
    await expect(find(elsewhere)).rejects.toMatchObject({ code: 'door_unknown' })
  },
  async '/login/v1/callable'(world) {
    const contract = { chainId: 'eip155:1', address: `0x${'11'.repeat(20)}` }
    const ask = (client: string) => world.login.calling.of({ projectId: 'demo', site, ...contract, client })
    const { most } = limits.callable
    expect(await times(most, () => ask(here(1)))).toEqual({ done: most, rate_limited: beyond * most })
    expect(await ask(elsewhere)).toEqual({ selectors: [] })
  },
  async '/login/v1/vouched'(world) {
    const ask = (client: string) => world.login.vouching.of({ projectId: 'demo', site, client })
    const { most } = limits.vouched
    expect(await times(most, () => ask(here(1)))).toEqual({ done: most, rate_limited: beyond * most })
    expect(await ask(elsewhere)).toEqual({ vouched: false })
  },
  async '/login/v1/doors/contribute'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const contribute = ({ session: by }: Entered) =>
      world.login.doors.contribute({ by, wallet: newId(), door: newId(), kind: 'device' })
    const [{ most }, unfinished] = [limits.contributions, rooms.unfinishedDoors.most]
    expect(await times(most, () => contribute(one))).toEqual({
      done: unfinished,
      too_many_unfinished: most - unfinished,
      rate_limited: beyond * most,
    })
    await contribute(other)
    expect(await rowsOf(world, loginDoors, eq(loginDoors.person, one.session.person))).toBe(unfinished)
  },
  async '/login/v1/wallets'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { vault } = await createWallet()
    const keep = ({ session: by }: Entered) =>
      world.login.wallets.keep({ by, wallet: newId(), vault, addresses, doors: [] })
    const { most } = rooms.unclaimedWallets
    expect(await times(most, () => keep(one))).toEqual({ done: most, too_many_unfinished: beyond * most })
    await keep(other)
    expect(await rowsOf(world, loginWallets, eq(loginWallets.person, one.session.person))).toBe(most)
  },
  async '/login/v1/wallets/claim'(world) {
    const one = await withWallet(world)
    const mails = world.test.mails.length
    const statuses: number[] = []
    for (let each = 0; each < fold * limits.changeFromHour.most; each += 1) statuses.push((await claim(one)).status)
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(world.test.mails).toHaveLength(mails)
    expect(await rowsOf(world, loginWallets, eq(loginWallets.person, one.session.person))).toBe(1)
  },
  async '/login/v1/doors/add'(world) {
    const [one, other] = [await withWallet(world), await withWallet(world)]
    const { doors } = world.login
    const add = async ({ session: by, wallet }: typeof one) => {
      const door = { wallet, door: newId(), kind: 'device' } as const
      await doors.contribute({ by, ...door })
      await doors.add({ by, ...door, wrap: encodeBytes(randomBytes(60)) })
    }
    const { most } = limits.contributions
    // The wallet's first two were contributed to in the same hour.
    expect(await times(most, () => add(one))).toEqual({ done: most - 2, rate_limited: beyond * most + 2 })
    await add(other)
    for (let hour = 0; hour < 2; hour += 1) {
      world.test.api.time += limits.contributions.withinMs
      await times(most / fold, () => add(one))
    }
    expect(await rowsOf(world, loginDoors, eq(loginDoors.wallet, one.wallet))).toBe(rooms.doors.most)
  },
  async '/login/v1/doors/own/add'(world) {
    const [one, other] = [await withWallet(world), await withWallet(world)]
    const add = ({ session: by, wallet }: typeof one) =>
      world.login.ownDoors.add({ by, wallet, door: ownDoor(), proofHash: encodeBytes(randomBytes(32)) })
    const { most } = rooms.ownDoors
    expect(await times(most, () => add(one))).toEqual({ done: most, too_many_unfinished: beyond * most })
    await add(other)
    expect(await rowsOf(world, loginOwnDoors, eq(loginOwnDoors.wallet, one.wallet))).toBe(most)
  },
  async '/login/v1/windows'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const ask = ({ session: by }: Entered) => world.login.windows.ask({ by, window: newId(), asked: 'a letter' })
    await ask(other)
    const { most } = rooms.windows
    // The oldest goes for a newer one.
    expect(await times(most, () => ask(one))).toEqual({ done: fold * most })
    expect(await rowsOf(world, loginWindows, eq(loginWindows.device, one.session.device))).toBe(most)
    expect(await rowsOf(world, loginWindows, eq(loginWindows.device, other.session.device))).toBe(1)
  },
  async '/login/v1/windows/answer'(world) {
    const [{ session: by }, window, second] = [await enter(world), newId(), newId()]
    for (const each of [window, second]) await world.login.windows.ask({ by, window: each, asked: 'a letter' })
    const answer = (to: string, said: string) => world.login.windows.answer({ window: to, said })
    const { most } = rooms.answers
    const came = await times(most, (index) => answer(window, `word ${index}`))
    expect(came).toEqual({ done: most, window_unknown: beyond * most })
    await answer(second, 'other')
    expect(await world.login.windows.poll({ by, window })).toEqual({ said: 'word 0' })
  },
  async '/login/v1/sponsored/quote'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { most } = limits.sponsoredQuotes
    const quote = ({ session }: Entered) =>
      sponsorOf(world).quote({ by: session, client: elsewhere, asked: unpaid, signal: new AbortController().signal })
    expect(await times(most, () => quote(one))).toEqual({ done: most, rate_limited: beyond * most })
    expect(await quote(other)).toEqual({ sponsored: false, because: 'project' })
  },
  async '/login/v1/sponsored'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { most } = limits.sponsored
    const asked = {
      ...{ ...unpaid, nonce: '0', verificationGasLimit: 1, callGasLimit: 1 },
      ...{ signature: `0x${'00'.repeat(65)}`, validUntil: 1 },
    }
    const send = ({ session }: Entered) =>
      sponsorOf(world).send({ by: session, client: elsewhere, asked, signal: new AbortController().signal })
    expect(await times(most, () => send(one))).toEqual({ not_sponsored: most, rate_limited: beyond * most })
    await expect(send(other)).rejects.toMatchObject({ code: 'not_sponsored' })
    expect(await rowsOf(world, sponsoredOperations)).toBe(0)
  },
  async '/login/v1/paymaster/quote'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { most } = limits.paymasterQuotes
    const asked = { ...unpaid, url: 'https://pays.example', context: '{}' }
    const quote = ({ session }: Entered) =>
      paymastersOf(world).quote({ by: session, client: elsewhere, asked, signal: new AbortController().signal })
    expect(await times(most, () => quote(one))).toEqual({ done: most, rate_limited: beyond * most })
    expect(await quote(other)).toEqual({ sponsored: false, because: 'network' })
  },
  async '/login/v1/paymaster'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { most } = limits.paymasterSends
    const fees = { preVerificationGas: 1, maxFeePerGas: '1', maxPriorityFeePerGas: '1' }
    const asked = {
      ...{ ...unpaid, nonce: '0', verificationGasLimit: 1, callGasLimit: 1, signature: `0x${'00'.repeat(65)}` },
      fees: { ...fees, paymasterAndData: `0x${'11'.repeat(52)}` },
      validUntil: 1,
    }
    const send = ({ session }: Entered) =>
      paymastersOf(world).send({ by: session, client: elsewhere, asked, signal: new AbortController().signal })
    expect(await times(most, () => send(one))).toEqual({ not_sponsored: most, rate_limited: beyond * most })
    await expect(send(other)).rejects.toMatchObject({ code: 'not_sponsored' })
  },
  async '/login/v1/paymaster/read'(world) {
    const [one, other] = [await enter(world), await enter(world)]
    const { most } = limits.paymasterReads
    const asked = { chainId: 'eip155:1', operation: `0x${'00'.repeat(32)}` }
    const read = ({ session }: Entered) =>
      paymastersOf(world).read({ by: session, client: elsewhere, asked, signal: new AbortController().signal })
    expect(await times(most, () => read(one))).toEqual({ done: most, rate_limited: beyond * most })
    expect(await read(other)).toMatchObject({ status: 'unknown' })
  },
}

/** An operation that no project pays for. */
const unpaid = {
  ...{ projectId: 'demo', site, chainId: 'eip155:31337', sender: `0x${'00'.repeat(20)}` },
  callData: '0x00000000',
}

const paymastersOf = ({ test }: LoginWorld) =>
  test.api.services.paymasters ?? expect.fail('Nobody carries operations out.')

const sponsorOf = ({ test }: LoginWorld) => test.api.services.sponsor ?? expect.fail('Nothing is paid for.')
