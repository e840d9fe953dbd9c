import { type Bytes, decodeBytes, encodeBytes, newId, randomBytes, sha256 } from '@foyer/custody/bytes'
import * as deletionCalls from '@foyer/custody/deletionCalls'
import { digitsOf } from '@foyer/custody/digits'
import * as emailChangeCalls from '@foyer/custody/emailChangeCalls'
import * as keeperCalls from '@foyer/custody/keeperCalls'
import { boxUses, type CeremonyState } from '@foyer/custody/keeperCalls'
import * as keeperPageCalls from '@foyer/custody/keeperPageCalls'
import type { SocialName } from '@foyer/custody/person'
import { emailOf, personOf } from '@foyer/custody/person'
import * as proveSocialCall from '@foyer/custody/proveSocialCall'
import { createBoxKeys, exportPublicKey, openBox, sealBox } from '@foyer/custody/sealedBox'
import { createSigningKeys, isSignedBody, SignedBody, type Statement, signReceipt } from '@foyer/custody/signed'
import { SocialProof } from '@foyer/custody/social'
import { doorKey, importContribution, unwrapDataKey } from '@foyer/login/door'
import type { Session } from '@foyer/login/loginCalls'
import * as loginCalls from '@foyer/login/loginCalls'
import * as loginDeletionCalls from '@foyer/login/loginDeletionCalls'
import * as loginEmailCalls from '@foyer/login/loginEmailCalls'
import * as ownPageCalls from '@foyer/login/ownPageCalls'
import { listSocialsCall } from '@foyer/login/ownPageCalls'
import * as socialCalls from '@foyer/login/socialCalls'
import * as sponsorCalls from '@foyer/login/sponsorCalls'
import { openVault } from '@foyer/login/vault'
import * as vouchedCalls from '@foyer/login/vouchedCalls'
import * as windowCalls from '@foyer/login/windowCalls'
import * as v from 'valibot'
import { scriptedChanges } from './scriptedChanges.js'
import { type ScriptedDoors, scriptedDoors } from './scriptedDoors.js'
import { scriptedSocials } from './scriptedSocials.js'
import { isJson, isOutsideSession } from './sessionCalls.js'

/*
 * The login server and the keeper as the wallet's page meets them, in memory: what they keep and answer, without mail, limits or waiting times, which are
 * the servers' own tests'. The keeper's cryptography is real.
 */

interface Wallet {
  readonly vault: string
  readonly addresses: unknown
  readonly doors: Map<string, { door: string; kind: string; wrap: string }>
}

const Claimed = v.object({ wallet: v.string(), person: v.string(), moved: v.optional(v.object({ from: v.string() })) })

/** The payload of any call. */
const Payload = v.record(v.string(), v.unknown())
const text = (value: unknown): string => v.parse(v.string(), value)

export interface ScriptedServers {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly keeperKeys: { readonly sealing: string; readonly signing: string }
  /** Every call, in order. */
  readonly calls: { readonly id: string; readonly body: string; readonly reply: string }[]
  /** Uses the mailbox's link, with these digits. */
  useLink(email: string): Promise<string>
  /** Replaces the state that a question for a ceremony is answered. */
  state: {
    override: ((ceremony: string) => CeremonyState | undefined) | undefined
    isAway: boolean
    sessionOver: boolean
    /** The seconds to wait that the next devices confirmed by the keeper are answered, instead of being sent a code. */
    tooSoon: string[]
    /** Replaces the statement that the keeper signs. */
    states: ((statement: Statement) => Statement) | undefined
    /** The refusal of a provider's code. */
    refusal: { status: number; code: string; retryAfter?: string } | undefined
    /** How far the keeper has come with a change of the mailbox, as long as it is no further. */
    changeIs: object | undefined
    /** The message that a telephone has signed at Farcaster. */
    signed: { message: string; signature: string; userName: string | null } | null
    /** The providers that are switched on. */
    providers: readonly SocialName[]
  }
  /** The person who has an account at every provider. */
  readonly social: { readonly person: string; readonly email: string; readonly userName: string }
  /** The proofs of logins at providers that the keeper was sent. */
  readonly proofs: SocialProof[]
  /** The tokens of them that the login server was shown. */
  readonly shown: string[]
  /** The origins whose pages the operator answers for. */
  readonly vouched: Set<string>
  readonly code: string
  /** The answers that a test gives to further calls, by their path. */
  readonly more: Map<string, (payload: Record<string, unknown>) => unknown>
  readonly ownDoors: ScriptedDoors
  /** Returns what both servers together could open of a person's wallet: neither of them can by itself. */
  secretsOf(email: string): Promise<{ readonly secret: Bytes; readonly dataKey: Bytes; readonly part: Bytes }>
}

export async function scriptedServers(): Promise<ScriptedServers> {
  const sealing = await createBoxKeys()
  const signing = await createSigningKeys()
  const keeperKeys = {
    sealing: encodeBytes(await exportPublicKey(sealing.publicKey)),
    signing: encodeBytes(await exportPublicKey(signing.publicKey)),
  }
  const code = '417205'
  const calls: { id: string; body: string; reply: string }[] = []
  const more: ScriptedServers['more'] = new Map()
  const nonces = new Set<string>()
  const contributions = new Map<string, string>()
  const wallets = new Map<string, Wallet>()
  const bound = new Map<string, { wallet: string; part: Uint8Array; sealedHash: string }>()
  const claimed = new Map<string, string>()
  const devices = new Set<string>()
  const logins = new Map<string, string>()
  const windows = new Map<string, { asked: string; said: string | null; site: string; isOwn: boolean }>()
  const ceremonies = new Map<
    string,
    {
      person: string
      device: string
      site: string
      keeperNonce: Uint8Array
      key: string
      deviceNonce: string
      isUsed: boolean
    }
  >()
  const state: ScriptedServers['state'] = {
    override: undefined,
    isAway: false,
    sessionOver: false,
    tooSoon: [],
    states: undefined,
    refusal: undefined,
    changeIs: undefined,
    signed: null,
    providers: [],
  }
  const social = { person: 'google:1101694844', email: 'ada@gmail.test', userName: 'Ada Lovelace' }
  const proofs: SocialProof[] = []
  const shown: string[] = []
  const vouched = new Set<string>()
  const expiresAt = () => Math.floor(Date.now() / 1_000) + 600
  const receipt = (statement: Statement) => signReceipt(signing.privateKey, state.states?.(statement) ?? statement)
  const session = (person: string): Session => ({
    accessToken: `token ${person}`,
    expiresAt: expiresAt(),
    person,
    email: emailOf(person) ?? social.email,
    userName: emailOf(person) === null ? social.userName : null,
    wallet: claimed.get(person) ?? null,
  })
  let last = ''
  const changes = scriptedChanges({
    ...{ code, bound, receipt, expiresAt, state },
    person: () => last,
    refuse: (status, refusal) => new Refusal(status, refusal),
  })
  const socials = scriptedSocials({
    ...{ state, shown },
    session: () => {
      last = social.person
      return session(last)
    },
    refuse: (status, refusal) => new Refusal(status, refusal, waitOf(state.refusal)),
  })
  const ownDoors = scriptedDoors({
    ownerOf: (wallet) => [...claimed].find(([, theirs]) => theirs === wallet)?.[0] ?? '',
    session: (person) => {
      last = person
      return session(person)
    },
    refuse: (status, code) => new Refusal(status, code),
  })

  async function stateOf(id: string): Promise<CeremonyState> {
    const ceremony = ceremonies.get(id)
    if (!ceremony) return { status: 'ended', reason: 'expired' }
    if (!ceremony.isUsed) return { status: 'waiting' }
    const common = { person: ceremony.person, device: ceremony.device, ceremony: id, expiresAt: expiresAt() }
    const known = bound.get(ceremony.person)
    const confirmation = await receipt({ is: 'confirmed', ...common, actsFrom: 0, wallet: known?.wallet ?? null })
    if (!known) return { status: 'unbound', confirmation, receipt: await receipt({ is: 'unbound', ...common }) }
    const box = { to: decodeBytes(ceremony.key), use: boxUses.toDevice, of: [id] }
    const part = encodeBytes(await sealBox({ ...box, bytes: Uint8Array.from(known.part) }))
    const { wallet, sealedHash } = known
    const said = await receipt({ is: 'bound', ...common, wallet, sealedHash })
    if (ownDoors.forgotten.has(wallet)) return { status: 'secured' }
    return { status: 'released', confirmation, receipt: said, part }
  }

  /** Each call by its path: what it is given, by whom. */
  const answers: Record<string, (payload: Record<string, unknown>, device: string) => unknown> = {
    ...ownDoors.answers,
    ...changes,
    ...socials,
    '/login/v1/logins': ({ email, confirmation }, device) => {
      const tooSoon = confirmation ? state.tooSoon.shift() : undefined
      if (tooSoon !== undefined) return new Refusal(429, 'too_many_codes', { 'retry-after': tooSoon })
      const login = newId()
      last = personOf({ email: text(email) })
      if (confirmation) devices.add(`${device} ${last}`)
      logins.set(login, last)
      return { login, action: devices.has(`${device} ${last}`) ? 'VERIFY_OTP' : 'VERIFY_DEVICE', codeSeconds: 420 }
    },
    '/login/v1/codes/verify': ({ login, code: given, keepsIn }) =>
      given === code
        ? {
            ...session(logins.get(text(login)) ?? ''),
            ...(keepsIn === 'page' ? { refreshToken: `first ${login}` } : {}),
          }
        : new Refusal(400, 'code_wrong'),
    '/login/v1/session/renew': ({ refreshToken }) =>
      state.sessionOver
        ? new Refusal(401, 'session_over')
        : { ...session(last), ...(refreshToken === undefined ? {} : { refreshToken: `after ${refreshToken}` }) },
    '/login/v1/session/end': () => {
      state.sessionOver = true
    },
    '/login/v1/doors/contribute': ({ door }) => {
      const b = encodeBytes(randomBytes(32))
      contributions.set(text(door), b)
      return { b }
    },
    '/login/v1/doors/open': ({ door }) => ({ b: contributions.get(text(door)) }),
    '/login/v1/doors/add': ({ wallet, door, kind, wrap }) => {
      const entry = { door: text(door), kind: text(kind), wrap: text(wrap) }
      wallets.get(text(wallet))?.doors.set(entry.door, entry)
    },
    '/login/v1/doors/remove': ({ wallet, door }) => {
      wallets.get(text(wallet))?.doors.delete(text(door))
      ownDoors.remove(door)
      contributions.delete(text(door))
    },
    '/login/v1/wallets': ({ wallet, vault, addresses, doors }) => {
      const list = v.parse(v.array(v.object({ door: v.string(), kind: v.string(), wrap: v.string() })), doors)
      const byId = new Map(list.map((each) => [each.door, each] as const))
      wallets.set(text(wallet), { vault: text(vault), addresses, doors: byId })
    },
    '/login/v1/wallets/claim': ({ receipt: said }) => {
      const { text: statement } = v.parse(v.object({ text: v.string() }), said)
      const { wallet, person, moved } = v.parse(Claimed, JSON.parse(statement))
      claimed.set(person, wallet)
      if (moved === undefined) return
      claimed.delete(moved.from)
      last = person
    },
    '/login/v1/wallets/read': ({ wallet }) => {
      const kept = wallets.get(text(wallet))
      return { wallet, vault: kept?.vault, addresses: kept?.addresses, doors: [...(kept?.doors.values() ?? [])] }
    },
    '/login/v1/windows': ({ window, asked }, device) => {
      const site = [...ceremonies.values()].findLast((each) => each.device === device)?.site ?? 'https://dapp.example'
      windows.set(text(window), { asked: text(asked), said: null, site, isOwn: false })
    },
    '/login/v1/windows/read': ({ window }) => windows.get(text(window)) ?? new Refusal(404, 'window_unknown'),
    '/login/v1/windows/answer': ({ window, said }) => {
      const open = windows.get(text(window))
      if (open?.said !== null) return new Refusal(404, 'window_unknown')
      open.said = text(said)
      return undefined
    },
    '/login/v1/vouched': ({ site }) => ({ vouched: vouched.has(text(site)) }),
    '/login/v1/windows/poll': ({ window }) => windows.get(text(window)) ?? new Refusal(404, 'window_unknown'),
    '/keeper/v1/socials': async ({ social: id, site, key, proof }, device) => {
      const box = { keys: sealing, box: decodeBytes(text(proof)), use: boxUses.social, of: [text(id), device] }
      const said = v.parse(v.pipe(v.string(), v.parseJson(), SocialProof), new TextDecoder().decode(await openBox(box)))
      proofs.push(said)
      const ceremony = newId()
      const nonces = { keeperNonce: randomBytes(32), deviceNonce: '' }
      const { person } = social
      ceremonies.set(ceremony, { person, device, site: text(site), key: text(key), ...nonces, isUsed: true })
      const token = 'code' in said ? `token for ${said.code}` : null
      return state.refusal && 'code' in said
        ? new Refusal(state.refusal.status, state.refusal.code, waitOf(state.refusal))
        : { ceremony, expiresAt: expiresAt(), ...social, token }
    },
    '/keeper/v1/ceremonies': ({ email, site }, device) => {
      for (const [id, open] of ceremonies)
        if (open.device === device && open.person === `email:${email}` && !open.isUsed) ceremonies.delete(id)
      const ceremony = newId()
      const keeperNonce = randomBytes(32)
      const person = personOf({ email: text(email) })
      const asked = { person, site: text(site), device, keeperNonce, key: '', deviceNonce: '', isUsed: false }
      ceremonies.set(ceremony, asked)
      return { ceremony, keeperNonce: encodeBytes(keeperNonce), expiresAt: expiresAt() }
    },
    '/keeper/v1/ceremonies/reveal': ({ ceremony, key, deviceNonce }) => {
      const open = ceremonies.get(text(ceremony))
      if (open) Object.assign(open, { key: text(key), deviceNonce: text(deviceNonce) })
    },
    '/keeper/v1/ceremonies/state': async ({ ceremony }) => state.override?.(text(ceremony)) ?? stateOf(text(ceremony)),
    '/keeper/v1/ceremonies/cancel': () => {},
    '/keeper/v1/continue': async ({ site, device, key, person: wanted }) => {
      const [first = ''] = bound.keys()
      const person = text(wanted ?? first)
      const id = newId()
      const nonces = { keeperNonce: randomBytes(32), deviceNonce: '' }
      ceremonies.set(id, { person, device: text(device), site: text(site), key: text(key), ...nonces, isUsed: true })
      return { ...(await stateOf(id)), ceremony: id }
    },
    '/keeper/v1/wallets/bind': async ({ ceremony, wallet, part }, device) => {
      const { person } = ceremonies.get(text(ceremony)) ?? { person: '' }
      const sealed = decodeBytes(text(part))
      const opened = await openBox({ keys: sealing, box: sealed, use: boxUses.toKeeper, of: [text(wallet)] })
      const sealedHash = encodeBytes(await sha256(sealed))
      bound.set(person, { wallet: text(wallet), part: opened, sealedHash })
      const common = { person, device, ceremony: text(ceremony), expiresAt: expiresAt() }
      return { receipt: await receipt({ is: 'bound', ...common, wallet: text(wallet), sealedHash }) }
    },
  }

  async function answer(path: string, said: string): Promise<unknown> {
    if (path.endsWith('/nonce')) {
      const nonce = encodeBytes(randomBytes(32))
      nonces.add(nonce)
      return { nonce }
    }
    if (path === listSocialsCall.path) return { providers: state.providers }
    const body = v.parse(SignedBody, JSON.parse(said))
    const call = callIds.get(path) ?? ''
    if (!nonces.delete(body.nonce) || !(await isSignedBody({ call, body })))
      return new Refusal(401, 'signature_refused')
    const payload = v.parse(Payload, JSON.parse(body.text))
    const other = more.get(path)
    return other ? other(payload) : (answers[path]?.(payload, body.key) ?? unknownTo(path))
  }

  return {
    ...{ keeperKeys, calls, code, more, ownDoors, state, social, proofs, shown, vouched },
    async fetch(url, init) {
      if (state.isAway) throw new TypeError('fetch failed')
      if (!isJson(init)) return new Response(null, { status: 415 })
      const path = String(url)
      const said = text(init?.body ?? '{}')
      const reply = isOutsideSession(path, init) ? new Refusal(401, 'session_over') : await answer(path, said)
      const isRefused = reply instanceof Refusal
      const back = isRefused ? { error: { code: reply.code, message: '', field: reply.field } } : reply
      calls.push({ id: path, body: said, reply: JSON.stringify(back) ?? '' })
      return back === undefined
        ? new Response(null, { status: 204 })
        : Response.json(back, isRefused ? { status: reply.status, headers: reply.headers } : { status: 200 })
    },
    async secretsOf(email) {
      const { wallet = '', part = new Uint8Array() } = bound.get(personOf({ email })) ?? {}
      const { vault = '', doors = new Map() } = wallets.get(wallet) ?? {}
      const recovery = [...doors.values()].find(({ kind }) => kind === 'recovery')
      if (!recovery) throw new Error(`${email} has no wallet.`)
      const name = { wallet, door: recovery.door, kind: 'recovery' } as const
      const a = await importContribution(Uint8Array.from(part))
      const key = await doorKey({ a, b: decodeBytes(contributions.get(recovery.door) ?? ''), ...name })
      const dataKey = await unwrapDataKey({ key, wrap: decodeBytes(recovery.wrap), ...name })
      const secret = await openVault({ wallet, dataKey, vault: decodeBytes(vault) })
      return { secret, dataKey, part: Uint8Array.from(part) }
    },
    async useLink(email) {
      const open = [...ceremonies.values()].filter((each) => each.person === personOf({ email })).at(-1)
      if (!open) throw new Error(`No ceremony is open for ${email}.`)
      open.isUsed = true
      const { site, key, deviceNonce, keeperNonce } = open
      const nonces = { deviceNonce: decodeBytes(deviceNonce), keeperNonce: Uint8Array.from(keeperNonce) }
      return digitsOf({ person: open.person, site, key: decodeBytes(key), ...nonces })
    },
  }
}

const waitOf = (refusal: ScriptedServers['state']['refusal']): Readonly<Record<string, string>> =>
  refusal?.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter }

/** A server that pays for nothing doesn't have what is asked about that. */
const unknownTo = (path: string): Refusal | undefined =>
  /^\/login\/v1\/(sponsored|paymaster)/.test(path) ? new Refusal(404, 'not_found') : undefined

export class Refusal {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, code: string, headers: Readonly<Record<string, string>> = {}, field?: string) {
    this.status = status
    this.code = code
    this.headers = headers
    this.field = field
  }
}

const Named = v.object({ id: v.string(), path: v.string() })

/** The names that calls are signed over, by their path. */
const callIds = new Map<string, string>(
  [
    deletionCalls,
    emailChangeCalls,
    keeperCalls,
    keeperPageCalls,
    loginCalls,
    loginDeletionCalls,
    loginEmailCalls,
    ownPageCalls,
    proveSocialCall,
    socialCalls,
    sponsorCalls,
    vouchedCalls,
    windowCalls,
  ]
    .flatMap((each) => Object.values<unknown>(each))
    .flatMap((each) => (v.is(Named, each) ? [[each.path, each.id] as const] : [])),
)
