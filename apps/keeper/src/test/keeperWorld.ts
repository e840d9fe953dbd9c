import { randomUUID } from 'node:crypto'
import type { Call } from '@foyer/core/wire'
import { type Bytes, decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import { NonceReply } from '@foyer/custody/calls'
import { changeDigitsOf, commitmentOf, digitsOf } from '@foyer/custody/digits'
import type { Released } from '@foyer/custody/keeperCalls'
import {
  beginCeremonyCall,
  bindWalletCall,
  boxUses,
  type CeremonyState,
  cancelCeremonyCall,
  ceremonyStateCall,
  continueCall,
  keeperNonceCall,
  revealCall,
} from '@foyer/custody/keeperCalls'
import { confirmLinkCall } from '@foyer/custody/keeperPageCalls'
import { nameSiteCall, sendCodeCall } from '@foyer/custody/keeperWord'
import { personOf } from '@foyer/custody/person'
import { createBoxKeys, exportPublicKey, openBox, sealBox } from '@foyer/custody/sealedBox'
import { createSigningKeys, signBody } from '@foyer/custody/signed'
import type { Database, DatabaseLocation } from '@foyer/service/db/database'
import type { Mail } from '@foyer/service/mail/mail'
import { createMailQueue } from '@foyer/service/mail/mailQueue'
import { createMetrics } from '@foyer/service/metrics/createMetrics'
import { noMetrics } from '@foyer/service/metrics/metrics'
import { createKeeperSecret, openKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { type HandClock, handClock } from '@foyer/service-testing/handClock'
import pino from 'pino'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { findByChangeLink } from '../changeLinks.js'
import { type CreateKeeperParameters, createKeeper } from '../createKeeper.js'
import { createKeeperApp } from '../keeperApp.js'
import { sendLate } from '../lateMails.js'
import { openKeeperDatabase } from '../startKeeper.js'

export const walletOrigin = 'https://wallet.example'
export const site = 'https://dapp.example'
export const email = 'ada@mail.example'

/** A browser sets these for the wallet's own page; a test says them itself. */
export const ofPage = { origin: walletOrigin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

export const keysNamed = (name: string, fill: number) => ({ name, bytes: new Uint8Array(32).fill(fill) })

/** One node of a keeper over a database, called as a value, with a clock that is moved by hand. For tests; nothing in the product imports this. */
export async function startWorld({
  location = { kind: 'memory' },
  database: given,
  secret,
  clock = handClock(1_700_000_000_000),
  holdMs = 86_400_000,
  deletionMs = 86_400_000,
  loginServer = async () => new Response(null, { status: 204 }),
  sendsAhead = false,
  take = async () => {},
  nameOf = (site) => new URL(site).host,
  ...config
}: {
  location?: DatabaseLocation
  /** one of several keepers: it stays open when this one is closed */
  database?: Database | undefined
  secret?: Awaited<ReturnType<typeof createKeeperSecret>>
  clock?: HandClock
  holdMs?: number
  deletionMs?: number
  /** what the login server answers the keeper */
  loginServer?: (path: string, body: string) => Promise<Response>
  /** how its projects name a site; null where none allows it */
  nameOf?: (site: string) => string | null
  /** whether that takes the keeper's word for a code: else it sends codes as devices ask for them */
  sendsAhead?: boolean
  /** what the mail server does with each mail before it is taken */
  take?: (mail: Mail) => Promise<void>
} & Partial<CreateKeeperParameters['config']> = {}) {
  const keys = config.keys ?? ([keysNamed('one', 1)] as const)
  const made = secret ?? (await createKeeperSecret(keys))
  const database = given ?? (await openKeeperDatabase({ location }))
  const mails: Mail[] = []
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const mailer = {
    async send(mail: Mail) {
      await take(mail)
      mails.push(mail)
    },
    close() {},
  }
  const metrics = config.metricsToken === undefined ? noMetrics : createMetrics()
  const queue = createMailQueue({ mailer, log, metrics, clock, name: 'keeper mails' })
  const { services, background } = createKeeper({
    config: { holdMs, deletionMs, walletOrigin, trustedProxies: [], placeHeader: undefined, ...config, keys },
    secrets: await openKeeperSecret({ keys, secret: made }),
    ...{ database, mails: queue, metrics, log, clock },
    requestId: randomUUID,
    async fetch(url, init) {
      const path = new URL(String(url)).pathname
      if (path === nameSiteCall.path) return Response.json({ name: nameOf(siteIn(String(init?.body))) })
      if (path === sendCodeCall.path && !sendsAhead) return new Response(null, { status: 403 })
      return loginServer(path, String(init?.body))
    },
  })
  queue.work.start()
  const app = createKeeperApp(services)
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { ...ofPage, ...headers } })
  /** The same, asked from an address. */
  const from = (remoteAddress: string) => ({
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const request = { method: 'POST', body: JSON.stringify(body), headers: { ...ofPage, ...headers } }
      return app.request(path, request, { incoming: { socket: { remoteAddress } } })
    },
  })
  return {
    ...{ app, post, from, mails, queue, lines, clock, database, services, background, secret: made, keys },
    isElsewhere: location.kind === 'postgres',
    /** The secret of the last mail's link. */
    link: () => linkIn(mails.at(-1)),
    /** One round of what is sent late. */
    sendLate: () => sendLate({ base: services.keeper, log }),
    close: async () => {
      if (!given) await database.close()
    },
  }
}

/** The site that the keeper asks the name of. */
const Named = v.object({
  receipt: v.object({ text: v.pipe(v.string(), v.parseJson(), v.object({ site: v.string() })) }),
})
const siteIn = (body: string): string => v.parse(Named, JSON.parse(body)).receipt.text.site

export type World = Awaited<ReturnType<typeof startWorld>>

/** A keeper that is asked: a node as a value, or a process. */
export type Answering = Pick<World, 'post'>

/** @throws where a mail has none */
export function linkIn(mail: Mail | undefined): string {
  const [, link] = /\/confirm#([\w-]{43})/.exec(mail?.text ?? '') ?? []
  if (link === undefined) throw new Error('This mail has no link.')
  return link
}

/** Calls without a signature. */
export async function ask<Of extends Call>(world: Answering, call: Of, body: unknown = {}): Promise<Response> {
  return world.post(call.path, body)
}

interface AskSigned {
  readonly call: SignedCall
  readonly keys: CryptoKeyPair
  readonly payload: unknown
}

/** Returns the answer to a signed call, whatever it is. */
export async function askSigned(world: Answering, { call, keys, payload }: AskSigned): Promise<Response> {
  const given = await ask(world, keeperNonceCall)
  const { nonce } = v.parse(NonceReply, await given.json())
  return world.post(call.path, await signBody({ keys, call: call.id, nonce, payload }))
}

/** The answer of a signed call by its schema. @throws where it is refused */
export async function signed<Of extends SignedCall & { readonly reply: v.GenericSchema }>(
  world: Answering,
  request: { call: Of; keys: CryptoKeyPair; payload: unknown },
): Promise<v.InferOutput<Of['reply']>> {
  const answer = await askSigned(world, request)
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${request.call.id}: ${JSON.stringify(body)}`)
  return v.parse(request.call.reply, body)
}

/** A browser at one site: what it signs with, what is sealed to it. */
export async function createDevice() {
  const keys = await createSigningKeys()
  const box = await createBoxKeys()
  const key = await exportPublicKey(box.publicKey)
  return { keys, box, key, id: encodeBytes(await exportPublicKey(keys.publicKey)), deviceNonce: randomBytes(32) }
}
export type Device = Awaited<ReturnType<typeof createDevice>>

interface Begin {
  device: Device
  language?: string
  to?: string
  at?: string
}

/** Begins a ceremony and reveals. @returns its id and the digits that the device shows */
export async function begin(world: Answering, { device, to = email, at = site, language }: Begin) {
  const { keys, key, deviceNonce } = device
  const payload = { email: to, site: at, commitment: await commitmentOf({ key, deviceNonce }), language }
  const { ceremony, keeperNonce } = await signed(world, { call: beginCeremonyCall, keys, payload })
  const revealed = { ceremony, key: encodeBytes(key), deviceNonce: encodeBytes(deviceNonce) }
  const answer = await askSigned(world, { call: revealCall, keys, payload: revealed })
  if (!answer.ok) throw new Error(`reveal: ${await answer.text()}`)
  const person = personOf({ email: to })
  const digits = await digitsOf({ person, site: at, key, deviceNonce, keeperNonce: decodeBytes(keeperNonce) })
  return { ceremony, keeperNonce, digits }
}

export const wrong = (digits: string): string => ((Number(digits) + 1) % 10_000).toString().padStart(4, '0')

export const stateOf = (world: Answering, device: Device, ceremony: string): Promise<CeremonyState> =>
  signed(world, { call: ceremonyStateCall, keys: device.keys, payload: { ceremony, known: null } })

export const confirm = (world: Answering, browser: Device, link: string, digits: string | null = null) =>
  signed(world, { call: confirmLinkCall, keys: browser.keys, payload: { link, digits } })

/** Confirms a change of the mailbox by a mail's link, with the digits that the device shows which has asked for it. */
export async function confirmChange(world: World, link: string) {
  const found = await findByChangeLink(world.database.orm, link)
  return confirm(world, await createDevice(), link, found && (await changeDigitsOf(found.change.id)))
}

/** Returns what a known browser's word releases to a frame. @throws where it releases nothing */
export async function continued(world: Answering, browser: Device, payload: unknown): Promise<Released> {
  const answer = await signed(world, { call: continueCall, keys: browser.keys, payload })
  return answer.status === 'released' ? answer : expect.fail(answer.status)
}

export const cancel = (world: Answering, { keys }: Device, ceremony: string): Promise<Response> =>
  askSigned(world, { call: cancelCeremonyCall, keys, payload: { ceremony } })

/** The part of a wallet as its device seals it to the keeper. */
export const sealPart = async (world: Pick<World, 'secret'>, wallet: string, part: Bytes): Promise<string> => {
  const to = decodeBytes(world.secret.publicKeys.sealing)
  return encodeBytes(await sealBox({ to, bytes: part, use: boxUses.toKeeper, of: [wallet] }))
}

export const openPart = (device: Device, ceremony: string, part: string): Promise<Bytes> =>
  openBox({ keys: device.box, box: decodeBytes(part), use: boxUses.toDevice, of: [ceremony] })

/** A first login, confirmed in a browser of its own. The mail about its wallet is taken out of the world's: whoever counts mails counts those that follow. */
export async function firstLogin(world: World, given: { to?: string; device?: Device; wallet?: string } = {}) {
  const { to = email, device = await createDevice(), wallet = newId() } = given
  const browser = await createDevice()
  const sent = world.mails.length
  const { ceremony, digits } = await begin(world, { device, to })
  await mailAfter(world, sent)
  await confirm(world, browser, world.link(), digits)
  const part = randomBytes(32)
  const payload = { ceremony, wallet, part: await sealPart(world, wallet, part) }
  const { receipt } = await signed(world, { call: bindWalletCall, keys: device.keys, payload })
  await mailAfter(world, sent + 1)
  const [made] = world.mails.splice(sent + 1, 1)
  return { device, browser, ceremony, wallet, part, receipt, payload, made }
}

/** Counts the mails once those that were queued are sent. */
export async function mailsSent(world: World): Promise<number> {
  // They are drawn in the next turn of the event loop, and this mail server takes them in that turn.
  const turns = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await turns()
  // One that has to have its site named is drawn after that.
  await world.services.keeper.siteNames.nameOf(site)
  await turns()
  return world.mails.length
}

/** Waits for a mail beyond so many. @throws where none comes: all that it waits for is done in this thread, but for a database elsewhere */
export async function mailAfter(world: World, sent: number): Promise<Mail> {
  if (world.isElsewhere) await vi.waitFor(() => expect(world.mails.length).toBeGreaterThan(sent), { interval: 1 })
  for (let turn = 0; world.mails.length <= sent; turn += 1) {
    if (turn > 200_000) throw new Error('There is no mail.')
    await new Promise((resolve) => setImmediate(resolve))
  }
  return world.mails.at(-1) ?? Promise.reject(new Error('There is no mail.'))
}

/** Returns the content of a refusal, for tests. */
export async function refusalOf(answer: Response) {
  const { error } = await answer.json()
  return { status: answer.status, code: error.code, field: error.field }
}

export const minuteMs = 60_000
export const dayMs = 86_400_000
