import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { bindWalletCall, boxUses, cancelCeremonyCall, continueCall } from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, openCeremoniesCall } from '@foyer/custody/keeperPageCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { sealBox } from '@foyer/custody/sealedBox'
import { nonceOf, socialHash, verifierOf } from '@foyer/custody/social'
import { readReceipt } from '@foyer/login/keeperWords'
import { createOAuth, type OAuthName } from '@foyer/service/socials/oauth'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { chooseAccount } from '@foyer/service-testing/localProviders'
import { providerAccounts, startChain, startFarcaster } from '@foyer/stack'
import { afterEach, describe, expect, test } from 'vitest'
import { keeperBindings } from './tables.js'
import {
  askSigned,
  continued,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  mailAfter,
  mailsSent,
  openPart,
  sealPart,
  signed,
  site,
  startWorld,
  stateOf,
  walletOrigin,
} from './test/keeperWorld.js'
import {
  first,
  type Opened,
  type Prove,
  payloadOf,
  person,
  prove,
  socialsAt,
  socialWorlds,
  stated,
} from './test/socialWorld.js'

const open = socialWorlds()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function refused(opened: Opened, request: Prove): Promise<string> {
  const payload = await payloadOf(opened, request)
  const answer = await askSigned(opened.world, { call: proveSocialCall, keys: request.device.keys, payload })
  return answer.ok ? 'taken' : (await answer.json()).error.code
}

test('[S1.3] [F7] a provider’s word confirms the device that it is for, and the person is the account', async () => {
  const opened = await open()
  const device = await createDevice()
  const proved = await prove(opened, { device, proof: await stated(opened, device.id) })
  expect(proved).toMatchObject({ person, email: 'ada@mail.test', userName: 'Ada Lovelace' })
  const state = await stateOf(opened.world, device, proved.ceremony)
  if (state.status !== 'unbound') return expect.fail(state.status)
  const { signing: keeper } = opened.world.secret.publicKeys
  const said = await readReceipt({ receipt: state.receipt, keeper, is: 'unbound', now: opened.world.clock.now() })
  expect(said).toMatchObject({ person, device: device.id })
})

test('[F7] what is stated for another device, login or client is refused, whoever sends it', async () => {
  const opened = await open()
  const [victim, thief] = [await createDevice(), await createDevice()]
  const proof = await stated(opened, victim.id)
  expect(await refused(opened, { device: thief, proof })).toBe('social_refused')
  expect(await refused(opened, { device: victim, proof: { ...proof, social: newId() } })).toBe('social_refused')
  expect(await refused(opened, { device: thief, proof, sealedFor: victim.id })).toBe('wrong_part')
  const other = await open({ states: (claims) => ({ ...claims, aud: 'another client' }) })
  const device = await createDevice()
  expect(await refused(other, { device, proof: await stated(other, device.id) })).toBe('social_refused')
  expect(await refused(opened, { device: victim, proof: await stated(opened, victim.id, { as: 1 }) })).toBe(
    'email_unverified',
  )
})

test('[F7] a provider that the keeper’s operator hasn’t switched on is none, whatever the login server says', async () => {
  const opened = await open()
  const world = await startWorld()
  closing.push(world.close)
  const device = await createDevice()
  expect(await refused({ ...opened, world }, { device, proof: await stated(opened, device.id) })).toBe('social_off')
})

test('the same word again is the same ceremony', async () => {
  const opened = await open()
  const device = await createDevice()
  const proof = await stated(opened, device.id)
  const { ceremony } = await prove(opened, { device, proof })
  expect((await prove(opened, { device, proof })).ceremony).toBe(ceremony)
  opened.world.clock.pass(700_000)
  expect(await refused(opened, { device, proof })).toBe('social_refused')
})

test('a second device opens the wallet at once on its first day, and with its notice', async () => {
  const opened = await open()
  const { part } = await first(opened)
  const sent = await mailsSent(opened.world)
  const device = await createDevice()
  const { ceremony } = await prove(opened, { device, proof: await stated(opened, device.id) })
  const state = await stateOf(opened.world, device, ceremony)
  if (state.status !== 'released') return expect.fail(state.status)
  expect(await openPart(device, ceremony, state.part)).toEqual(part)
  expect((await mailAfter(opened.world, sent)).to).toBe('ada@mail.test')
})

test('[F2] where a person has no mailbox here, the address that their account states is theirs once a device of theirs has come with it, and before it is one that comes anew’s alone', async () => {
  const opened = await open()
  const { orm } = opened.world.database
  const { device: own } = await first(opened)
  await orm.update(keeperBindings).set({ email: null })
  opened.world.clock.pass(dayMs + 1)
  const emailOf = async () => (await orm.select().from(keeperBindings))[0]?.email
  const device = await createDevice()
  await prove(opened, { device, proof: await stated(opened, device.id) })
  expect(await emailOf()).toBeNull()
  await prove(opened, { device: own, proof: await stated(opened, own.id) })
  expect(await emailOf()).toBe('ada@mail.test')
})

test('later it waits, however often it asks, and is written to so that it can be cancelled; a known browser opens it', async () => {
  const opened = await open()
  const { world } = opened
  const browser = await createDevice()
  const { part } = await first(opened, { browser })
  world.clock.pass(dayMs + 1)
  const sent = await mailsSent(world)
  const device = await createDevice()
  const { ceremony } = await prove(opened, { device, browser, proof: await stated(opened, device.id) })
  expect(await stateOf(world, device, ceremony)).toMatchObject({ status: 'held' })
  expect((await mailAfter(world, sent)).text).toContain('/confirm#')
  world.clock.pass(dayMs / 2)
  const again = await prove(opened, { device, proof: await stated(opened, device.id) })
  expect(again.ceremony).toBe(ceremony)
  // A page may have led the visitor through a login that another began: the browser's word alone opens nothing.
  expect(await stateOf(world, device, ceremony)).toMatchObject({ status: 'held' })
  // It shows no digits: the person's other devices may cancel it, and approve nothing.
  const listed = await signed(world, { call: openCeremoniesCall, keys: browser.keys, payload: {} })
  expect(listed.ceremonies).toMatchObject([{ ceremony, email: 'ada@mail.test', asksDigits: false }])
  const approving = { call: approveCeremonyCall, keys: browser.keys, payload: { ceremony, digits: '0000' } }
  expect((await (await askSigned(world, approving)).json()).error.code).toBe('ceremony_over')
  const asked = { site, device: device.id, key: encodeBytes(device.key) }
  const released = await continued(world, browser, { ...asked, person })
  expect(await openPart(device, released.ceremony, released.part)).toEqual(part)
  world.clock.pass(dayMs / 2 + 1)
  expect(await stateOf(world, device, ceremony)).toMatchObject({ status: 'released' })
})

test('of a wait the owner is told where they were told before, whatever address the account has been given since; a device that acts brings its own', async () => {
  let address = 'ada@mail.test'
  const opened = await open({ states: (claims) => ({ ...claims, email: address }) })
  const { world } = opened
  const { device: own } = await first(opened)
  world.clock.pass(dayMs + 1)
  address = 'thief@mail.test'
  const thief = await createDevice()
  let sent = await mailsSent(world)
  const { ceremony, email } = await prove(opened, { device: thief, proof: await stated(opened, thief.id) })
  expect(email).toBe('thief@mail.test')
  expect((await mailAfter(world, sent)).to).toBe('ada@mail.test')
  await prove(opened, { device: thief, proof: await stated(opened, thief.id) })
  sent = await mailsSent(world)
  world.clock.pass(dayMs + 1)
  expect(await stateOf(world, thief, ceremony)).toMatchObject({ status: 'released' })
  expect((await mailAfter(world, sent)).to).toBe('ada@mail.test')
  address = 'ada@new.test'
  await prove(opened, { device: own, proof: await stated(opened, own.id) })
  sent = await mailsSent(world)
  const later = await createDevice()
  await prove(opened, { device: later, proof: await stated(opened, later.id) })
  expect((await mailAfter(world, sent)).to).toBe('ada@new.test')
})

test('a device on which the wallet is open comes back at once', async () => {
  const opened = await open()
  const { device } = await first(opened)
  opened.world.clock.pass(40 * dayMs)
  const { ceremony } = await prove(opened, { device, proof: await stated(opened, device.id) })
  const state = await stateOf(opened.world, device, ceremony)
  if (state.status !== 'released') throw new Error(state.status)
  // A login server that has forgotten the device lets it act after a waiting time, as nothing has waited.
  const actsFrom = Math.floor((opened.world.clock.now() + dayMs) / 1000)
  expect(JSON.parse(state.confirmation.text)).toMatchObject({ is: 'confirmed', actsFrom })
})

test('the mailbox of the same address is another person, and continues its own wallet alone', async () => {
  const opened = await open()
  const { world } = opened
  const browser = await createDevice()
  await first(opened, { browser })
  const byMail = await firstLogin(world, { to: 'ada@mail.test' })
  const device = await createDevice()
  const { ceremony } = await prove(opened, { device, proof: await stated(opened, device.id) })
  const state = await stateOf(world, device, ceremony)
  const { signing: keeper } = world.secret.publicKeys
  if (state.status !== 'released') return expect.fail(state.status)
  const { wallet } = await readReceipt({ receipt: state.receipt, keeper, is: 'bound', now: world.clock.now() })
  expect(wallet).not.toBe(byMail.wallet)
  const asked = { site, device: device.id, key: encodeBytes(device.key), person: 'email:ada@mail.test' }
  const answer = await askSigned(world, { call: continueCall, keys: browser.keys, payload: asked })
  expect((await answer.json()).error.code).toBe('device_unknown')
})

describe.each(['github', 'x', 'discord', 'facebook'] as const)('%s', (provider: OAuthName) => {
  /** A code that the provider gives for a device's login. */
  async function coded({ google }: Opened, of: string, { as = 0 } = {}) {
    const [social, secret] = [newId(), encodeBytes(randomBytes(32))]
    const verifier = await verifierOf({ secret, hash: await socialHash({ social, device: of }) })
    const { [provider]: own } = socialsAt(google)
    const page = await createOAuth({
      name: provider,
      client: own,
      rest: createProviderRest({ now: () => 0 }),
    }).authorizeAt()
    const { code } = await chooseAccount({ page, nonce: '', verifier, as })
    return { social, code, secret }
  }

  async function ask({ world }: Opened, device: Device, { social, ...proof }: Awaited<ReturnType<typeof coded>>) {
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ ...proof, vouch: null })))
    const to = decodeBytes(world.secret.publicKeys.sealing)
    const box = await sealBox({ to, use: boxUses.social, of: [social, device.id], bytes })
    const payload = { social, provider, site, key: encodeBytes(device.key), proof: encodeBytes(box) }
    return askSigned(world, { call: proveSocialCall, keys: device.keys, payload })
  }
  const reasonOf = async (answer: Response) => (answer.ok ? 'taken' : (await answer.json()).error.code)

  test('[S1.3] [F7] a code proves the account to the keeper, once, for the device alone whose login it is of', async () => {
    const opened = await open()
    const [device, thief] = [await createDevice(), await createDevice()]
    const proof = await coded(opened, device.id)
    // Whoever got hold of all that the device has but its key gets nothing, and has used the code up.
    expect(await reasonOf(await ask(opened, thief, proof))).toBe('social_refused')
    expect(await reasonOf(await ask(opened, device, proof))).toBe('social_refused')
    const fresh = await coded(opened, device.id)
    const proved = await (await ask(opened, device, fresh)).json()
    expect(proved).toMatchObject({ person: `${provider}:${providerAccounts[0]?.id}`, email: 'ada@mail.test' })
    expect(proved.token).toMatch(/^[\w-]{43}$/)
    expect((await stateOf(opened.world, device, proved.ceremony)).status).toBe('unbound')
    expect(await reasonOf(await ask(opened, device, fresh))).toBe('social_refused')
    const other = await coded(opened, device.id)
    expect(await reasonOf(await ask(opened, device, { ...other, social: newId() }))).toBe('social_refused')
  })
})

test('an account without a mailbox has a wallet, whose wait is shown to its devices and written to nobody', async () => {
  const opened = await open()
  const { world, google } = opened
  const { discord } = socialsAt(google)
  const oauth = createOAuth({ name: 'discord', client: discord, rest: createProviderRest({ now: () => 0 }) })
  const proveCleo = async (device: Device) => {
    const [social, secret] = [newId(), encodeBytes(randomBytes(32))]
    const verifier = await verifierOf({ secret, hash: await socialHash({ social, device: device.id }) })
    const { code } = await chooseAccount({ page: await oauth.authorizeAt(), nonce: '', verifier, as: 2 })
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ code, secret, vouch: null })))
    const to = decodeBytes(world.secret.publicKeys.sealing)
    const box = await sealBox({ to, use: boxUses.social, of: [social, device.id], bytes })
    const payload = { social, provider: 'discord', site, key: encodeBytes(device.key), proof: encodeBytes(box) }
    return signed(world, { call: proveSocialCall, keys: device.keys, payload })
  }
  const first = await createDevice()
  const { ceremony, email } = await proveCleo(first)
  expect(email).toBeNull()
  const [wallet, part] = [newId(), randomBytes(32)]
  const payload = { ceremony, wallet, part: await sealPart(world, wallet, part) }
  await signed(world, { call: bindWalletCall, keys: first.keys, payload })
  world.clock.pass(dayMs + 1)
  const sent = await mailsSent(world)
  const later = await createDevice()
  const held = await proveCleo(later)
  expect((await stateOf(world, later, held.ceremony)).status).toBe('held')
  const { ceremonies } = await signed(world, { call: openCeremoniesCall, keys: first.keys, payload: {} })
  expect(ceremonies).toMatchObject([{ ceremony: held.ceremony, email: null, asksDigits: false }])
  expect(await mailsSent(world)).toBe(sent)
  await askSigned(world, { call: cancelCeremonyCall, keys: first.keys, payload: { ceremony: held.ceremony } })
  expect(await stateOf(world, later, held.ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
})

test('[S1.3] [F7] what the owner of a fid has signed proves it to the keeper, by its own look at the chain, for one login and device', async () => {
  const chain = await startChain({ id: 31337 })
  closing.push(chain.stop)
  const { url, idRegistry, accounts, stop } = await startFarcaster({ rpcUrl: chain.url, now: () => world.clock.now() })
  closing.push(stop)
  const world = await startWorld({ socials: { farcaster: { rpcUrl: chain.url, idRegistry } } })
  closing.push(world.close)
  const [maple, thief, social] = [await createDevice(), await createDevice(), newId()]
  const nonce = nonceOf(await socialHash({ social, device: maple.id }))
  const asked = { siweUri: `${walletOrigin}/social`, domain: new URL(walletOrigin).host, nonce }
  const opened = await fetch(`${url}/v1/channel`, { method: 'POST', body: JSON.stringify(asked) })
  const { channelToken, url: telephone } = await opened.json()
  const as = String(accounts[0]?.fid)
  await fetch(telephone, { method: 'POST', body: new URLSearchParams({ channelToken, as }) })
  const status = await fetch(`${url}/v1/channel/status`, { headers: { authorization: `Bearer ${channelToken}` } })
  const { message, signature } = await status.json()
  const ask = async ({ keys, id, key }: Device, proof: object, of = social) => {
    const to = decodeBytes(world.secret.publicKeys.sealing)
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(proof)))
    const box = await sealBox({ to, use: boxUses.social, of: [of, id], bytes })
    const sealed = { key: encodeBytes(key), proof: encodeBytes(box) }
    const payload = { social: of, provider: 'farcaster', site, ...sealed }
    return (await askSigned(world, { call: proveSocialCall, keys, payload })).json()
  }
  const proof = { message, signature, vouch: null }
  const refused = { error: { code: 'social_refused' } }
  expect(await ask(maple, proof)).toMatchObject({ person: `farcaster:${as}`, email: null, token: null })
  expect(await ask(thief, proof)).toMatchObject(refused)
  expect(await ask(maple, proof, newId())).toMatchObject(refused)
  expect(await ask(maple, { code: 'x', secret: encodeBytes(randomBytes(32)), vouch: null })).toMatchObject(refused)
})
