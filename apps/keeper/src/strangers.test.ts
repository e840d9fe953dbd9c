import { encodeBytes, newId } from '@foyer/custody/bytes'
import { commitmentOf } from '@foyer/custody/digits'
import {
  beginCeremonyCall,
  bindWalletCall,
  cancelCeremonyCall,
  ceremonyStateCall,
  keeperNonceCall,
  revealCall,
} from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, forgetDeviceCall, openCeremoniesCall } from '@foyer/custody/keeperPageCalls'
import { unlinked } from '@foyer/service/mail/letter'
import { expect, test } from 'vitest'
import { createKeeperApp } from './keeperApp.js'
import { writeMail } from './letters.js'
import { confirmLink } from './links.js'
import { eachWorld } from './test/eachWorld.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  linkIn,
  mailAfter,
  minuteMs,
  ofPage,
  sealPart,
  signed,
  site,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let world: World
eachWorld((started) => {
  world = started
})

const codeOf = async (answer: Response) => (await answer.json()).error.code

test('[F4] a ceremony is the device’s that began it: another key learns and changes nothing, though it knows the id', async () => {
  const [device, stranger] = [await createDevice(), await createDevice()]
  const { ceremony } = await begin(world, { device })
  const { keys } = stranger
  const wallet = encodeBytes(new Uint8Array(16))
  const part = await sealPart(world, wallet, new Uint8Array(32))
  const key = encodeBytes(stranger.key)
  const asked = [
    { call: ceremonyStateCall, payload: { ceremony, known: null } },
    { call: revealCall, payload: { ceremony, key, deviceNonce: encodeBytes(stranger.deviceNonce) } },
    { call: bindWalletCall, payload: { ceremony, wallet, part } },
    { call: cancelCeremonyCall, payload: { ceremony } },
    { call: approveCeremonyCall, payload: { ceremony, digits: '0000' } },
  ]
  const codes = []
  for (const each of asked) codes.push(await codeOf(await askSigned(world, { ...each, keys })))
  expect(codes).toEqual(['ceremony_over', 'ceremony_over', 'ceremony_over', 'device_unknown', 'device_unknown'])
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'waiting' })
})

test('[F4] a login server that begins a ceremony of its own beside a first login binds no wallet of its own, and lets itself into none', async () => {
  const [visitor, thief] = [await createDevice(), await createDevice()]
  const own = await begin(world, { device: visitor })
  const link = linkIn(await mailAfter(world, 0))
  const beside = await begin(world.from('198.51.100.7'), { device: thief })
  await confirm(world, visitor, link)
  const bind = async ({ keys }: typeof visitor, ceremony: string) => {
    const wallet = newId()
    const payload = { ceremony, wallet, part: await sealPart(world, wallet, new Uint8Array(32)) }
    return askSigned(world, { call: bindWalletCall, keys, payload })
  }
  expect(await codeOf(await bind(thief, own.ceremony))).toBe('ceremony_over')
  expect(await codeOf(await bind(thief, beside.ceremony))).toBe('unconfirmed')
  expect((await bind(visitor, own.ceremony)).status).toBe(200)
  // The one about the wallet is first.
  await mailAfter(world, 1)
  // The mail of its own ceremony comes late: by then there is a wallet, and the page asks for digits that no browser of the visitor's shows.
  world.clock.pass(30_000)
  await world.sendLate()
  const late = linkIn(await mailAfter(world, 2))
  const confirming = { link: late, browser: visitor.id }
  await expect(confirmLink(world.services.keeper, { ...confirming, digits: null })).rejects.toThrow('missing')
  expect(await confirmLink(world.services.keeper, { ...confirming, digits: own.digits })).toMatchObject({
    status: own.digits === beside.digits ? 'confirmed' : 'wrongDigits',
  })
  // One that was confirmed with the wallet there is released at once, on its first day.
  const isSame = own.digits === beside.digits
  expect(await codeOf(await bind(thief, beside.ceremony))).toBe(isSame ? 'already_bound' : 'ceremony_over')
})

test('a device that says which wallet is bound, and by what, is let in by nobody’s word but the mailbox’s', async () => {
  const { payload } = await firstLogin(world)
  world.clock.pass(minuteMs)
  const later = await createDevice()
  const { ceremony } = await begin(world, { device: later })
  const same = { call: bindWalletCall, keys: later.keys, payload: { ...payload, ceremony } }
  expect(await codeOf(await askSigned(world, same))).toBe('unconfirmed')
  expect(await stateOf(world, later, ceremony)).toEqual({ status: 'waiting' })
})

test('devices of another person see, approve, cancel and end nothing', async () => {
  const [own, other] = [await firstLogin(world), await firstLogin(world, { to: 'other@mail.example' })]
  world.clock.pass(minuteMs)
  const sent = world.mails.length
  const device = await createDevice()
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, sent)
  const { keys } = other.device
  expect(await signed(world, { call: openCeremoniesCall, keys, payload: {} })).toEqual({
    isKnown: true,
    ceremonies: [],
  })
  expect(await codeOf(await askSigned(world, { call: approveCeremonyCall, keys, payload: { ceremony, digits } }))).toBe(
    'device_unknown',
  )
  expect(await codeOf(await askSigned(world, { call: cancelCeremonyCall, keys, payload: { ceremony } }))).toBe(
    'device_unknown',
  )
  await askSigned(world, { call: forgetDeviceCall, keys, payload: { device: own.device.id } })
  const still = await signed(world, { call: openCeremoniesCall, keys: own.device.keys, payload: {} })
  expect(still.ceremonies).toMatchObject([{ ceremony }])
})

test('a ceremony whose mailbox wasn’t written to is shown to no device and approved by none', async () => {
  const { device: active } = await firstLogin(world)
  world.clock.pass(dayMs)
  const elsewhere = world.from('198.51.100.7')
  await begin(elsewhere, { device: await createDevice() })
  await mailAfter(world, 1)
  world.clock.pass(minuteMs * 25)
  const { ceremony, digits } = await begin(elsewhere, { device: await createDevice() })
  const { keys } = active
  expect(await signed(world, { call: openCeremoniesCall, keys, payload: {} })).toEqual({
    isKnown: true,
    ceremonies: [],
  })
  const refused = await askSigned(world, { call: approveCeremonyCall, keys, payload: { ceremony, digits } })
  expect(await codeOf(refused)).toBe('ceremony_over')
})

const placedWorld = () =>
  startWorld({ database: world.database, placeHeader: 'x-visitor-place', trustedProxies: ['10.0.0.0/8'] })

test('the place is the word of a trusted proxy, and no visitor’s', async () => {
  const placed = await placedWorld()
  const app = createKeeperApp(placed.services)
  const said = { 'x-visitor-place': 'Vienna, AT', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
  const from = (remoteAddress: string) => ({
    ...placed,
    post: async (path: string, body: unknown) => {
      const request = { method: 'POST', body: JSON.stringify(body), headers: { ...ofPage, ...said } }
      return app.request(path, request, { incoming: { socket: { remoteAddress } } })
    },
  })
  await begin(from('10.0.0.7'), { device: await createDevice() })
  expect((await mailAfter(placed, 0)).text).toContain('Near: Vienna, AT\n')
  placed.clock.pass(minuteMs)
  await begin(from('192.0.2.7'), { device: await createDevice(), to: 'other@mail.example' })
  const { text } = await mailAfter(placed, 1)
  expect(text).toContain('Browser: Firefox on Windows')
  expect(text).not.toContain('Vienna')
})

test('a place is cut to what a mail has room for; blanks are none, and neither is a proxy’s silence', async () => {
  const placed = await placedWorld()
  const app = createKeeperApp(placed.services)
  const placeOf = async (headers: Record<string, string>, env: object) => {
    const sent = placed.mails.length
    const post = async (path: string, body: unknown) =>
      app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { ...ofPage, ...headers } }, env)
    await begin({ post }, { device: await createDevice(), to: `${sent}@mail.example` })
    return /^Near: (.*)$/m.exec((await mailAfter(placed, sent)).text)?.[1]
  }
  const ofProxy = { incoming: { socket: { remoteAddress: '10.0.0.7' } } }
  expect(await placeOf({ 'x-visitor-place': `\u00ad  ${'a'.repeat(90)}` }, ofProxy)).toBe('a'.repeat(80))
  expect(await placeOf({ 'x-visitor-place': '\u00ad  \u00ad' }, ofProxy)).toBeUndefined()
  expect(await placeOf({}, ofProxy)).toBeUndefined()
  expect(await placeOf({ 'x-visitor-place': 'Vienna' }, {})).toBeUndefined()
})

test('a mail names the site, the browser and the place, and nothing of them is markup', () => {
  const about = {
    email: 'ada@mail.example',
    browser: '<b>Firefox</b>',
    place: 'Vienna & around',
    language: 'en',
    opensAt: null,
  } as const
  const sites = { walletOrigin: 'https://wallet.example', siteName: 'dapp.example:8443' }
  const mail = writeMail({ about, is: 'confirm', link: 'secret', ...sites })
  if (mail === null) throw new Error('There is a mailbox.')
  expect(mail).toMatchObject({
    to: 'ada@mail.example',
    subject: `Someone is signing in to ${unlinked('dapp.example:8443')}. Is it you?`,
  })
  for (const word of [unlinked('dapp.example:8443'), 'Vienna &', 'https://wallet.example/confirm#secret', '20 minutes'])
    expect(mail.text).toContain(word)
  expect(mail.html).toContain('&lt;\u200cb&gt;\u200cFirefox')
  expect(mail.html).toContain('href="https://wallet.example/confirm#secret"')
  expect(writeMail({ about: { ...about, email: null }, is: 'released', link: null, ...sites })).toBeNull()
})

test('while the keeper leaves, a device that waits is answered at once', async () => {
  const leaving = new AbortController()
  const device = await createDevice()
  const { ceremony } = await begin(world, { device })
  const app = createKeeperApp({ ...world.services, leaving: leaving.signal })
  leaving.abort()
  const ofLeaving = {
    ...world,
    post: async (path: string, body: unknown) =>
      app.request(path, { method: 'POST', body: JSON.stringify(body), headers: ofPage }),
  }
  expect((await ofLeaving.post(keeperNonceCall.path, {})).status).toBe(200)
  const waits = signed(ofLeaving, {
    call: ceremonyStateCall,
    keys: device.keys,
    payload: { ceremony, known: 'waiting' },
  })
  expect(await waits).toEqual({ status: 'waiting' })
})

test('a mail is in the language that the visitor reads, in English where there is none, and a tag that is none is refused', async () => {
  await begin(world, { device: await createDevice(), language: 'de-AT' })
  expect(await mailAfter(world, 0)).toMatchObject({
    subject: `Jemand meldet sich bei ${unlinked('dapp.example')} an. Sind Sie das?`,
  })
  await begin(world, { device: await createDevice(), to: 'other@mail.example', language: 'fr' })
  expect(await mailAfter(world, 1)).toMatchObject({
    subject: `Someone is signing in to ${unlinked('dapp.example')}. Is it you?`,
  })
  const { keys, key, deviceNonce } = await createDevice()
  const commitment = await commitmentOf({ key, deviceNonce })
  const payload = { email: 'third@mail.example', site, commitment, language: 'de_AT\r\n' }
  const refused = await askSigned(world, { call: beginCeremonyCall, keys, payload })
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_input', field: 'language' } })
})

test('[F3] a stranger’s binding says nothing of whether an address has a wallet: of a ceremony that waits, and of one that is over', async () => {
  await firstLogin(world, { to: 'known@mail.example' })
  const answers: string[][] = []
  for (const to of ['known@mail.example', 'unknown@mail.example']) {
    const device = await createDevice()
    const { ceremony } = await begin(world, { device, to })
    const wallet = newId()
    const payload = { ceremony, wallet, part: await sealPart(world, wallet, new Uint8Array(32)) }
    const bind = async () => (await askSigned(world, { call: bindWalletCall, keys: device.keys, payload })).text()
    const waits = await bind()
    world.clock.pass(21 * minuteMs)
    answers.push([waits, await bind()].map((text) => text.replaceAll(/"requestId":"[^"]*"/g, '')))
  }
  expect(answers[0]?.map((text) => JSON.parse(text).error.code)).toEqual(['unconfirmed', 'ceremony_over'])
  expect(answers[0]).toEqual(answers[1])
})
