import { accountOf, type Foyer, networkIdOf, type PermissionReading } from '@foyer/core'
import { AccountNotConnectedError } from '@foyer/core/errors'
import { contextOf, type ObservableValue } from '@foyer/core/internal'
import {
  noteGranted,
  type RedeemOptions,
  readPermission,
  type SessionOf,
  type SessionState,
  showGranted,
} from '@foyer/core/permissions'
import { type Hex, toFunctionSelector } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { EvmCall } from '../family.js'
import type { EvmPermission, GrantedEvmPermission } from '../permission/model.js'
import { grantPermissions, revokePermissions } from '../permissions.js'
import { checkCalls } from './checkCalls.js'
import { NoSessionError, SessionNotKeptError, SessionOverError } from './errors.js'
import { type KeptGrant, type KeptSession, keepSession, readSession } from './keptSession.js'
import { listSession } from './list.js'
import type { SessionPlan } from './plan.js'
import { overOf, type Redeeming, redeem } from './redeem.js'
import { redeemSponsored } from './redeemSponsored.js'

/** So long a contract counts as what it was, in milliseconds. */
const checkEveryMs = 60_000

interface Place {
  readonly account: Hex
  readonly networkId: `eip155:${string}`
  /** Under which it is kept. */
  readonly name: string
}

export interface SessionParameters {
  readonly foyer: Foyer
  readonly plan: SessionPlan
  readonly state: ObservableValue<SessionState>
}

/** The code of a session: see `evmSession`. `follow` looks whose account is connected now. */
export function createSession(of: SessionParameters): Omit<SessionOf<'eip155'>, 'get' | 'subscribe'> & {
  readonly follow: () => void
} {
  const session = new EvmSession(of)
  return {
    follow: () => void session.follow().catch(contextOf(of.foyer).report),
    grant: () => session.grant(),
    redeem: (call, options) => session.redeem(call, options),
    end: () => session.end(),
    refresh: () => session.refresh(),
  }
}

class EvmSession {
  readonly #of: SessionParameters
  #place: Place | undefined
  #kept: KeptSession | undefined
  /** Reading what is kept for the place. */
  #reading: Promise<void> = Promise.resolve()
  /** The permission whose contract was asked last, and when. */
  #checked: { readonly context: Hex; readonly at: number } | undefined
  /** The key's transactions go out one after the other, each by the next number. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(of: SessionParameters) {
    this.#of = of
  }

  /** Goes with the connected account and its network. */
  follow(): Promise<void> {
    const place = placeOf(this.#of)
    if (place?.name === this.#place?.name && (place || this.#of.state.get().phase === 'none')) return this.#reading
    this.#place = place
    this.#kept = undefined
    this.#set({ phase: place ? 'loading' : 'none' })
    this.#reading = place ? this.#open(place) : Promise.resolve()
    return this.#reading
  }

  async #open(place: Place): Promise<void> {
    const kept = await this.#read(place).catch((error: unknown) => {
      contextOf(this.#of.foyer).report(error)
      return undefined
    })
    if (place !== this.#place) return
    this.#kept = kept
    if (!kept?.granted) return this.#set({ phase: 'none' })
    await this.#look()
  }

  /** Reads how it stands. A node that is away says nothing of it, and undoes nothing: whether it may be used is found out by using it. */
  async #look(): Promise<void> {
    const [place, granted] = [this.#place, this.#kept?.granted]
    await this.refresh().catch((error: unknown) => {
      contextOf(this.#of.foyer).report(error)
      const { phase } = this.#of.state.get()
      const isSame = place === this.#place && granted === this.#kept?.granted
      if (granted && isSame && phase !== 'active' && phase !== 'over') this.#stand(granted, undefined)
    })
  }

  /**
   * Reads the kept session; one that can't be opened is reported and counts as none: its key is gone.
   * @throws SessionNotKeptError where the storage refuses: there may be one
   */
  async #read({ name }: Place): Promise<KeptSession | undefined> {
    try {
      return await readSession(globalThis, name)
    } catch (error) {
      if (!(error instanceof SessionNotKeptError) || error.why === 'storage') throw error
      contextOf(this.#of.foyer).report(error)
      return undefined
    }
  }

  /** Sets the state; what isn't given is as it is at first; the address stands for as long as the key. */
  #set(next: Pick<SessionState, 'phase'> & Partial<SessionState>): void {
    const { to } = this.#of.plan
    const address = to ?? (this.#kept && privateKeyToAccount(this.#kept.privateKey).address)
    this.#of.state.set({ why: undefined, reading: undefined, address, ...next })
  }

  async grant(): Promise<GrantedEvmPermission> {
    const { foyer, plan, state } = this.#of
    await this.follow()
    const place = this.#at()
    const before = state.get()
    // A key is made once, and kept before it is granted anything: what is lost afterwards can't be used by anyone.
    const kept = this.#kept ?? (await this.#read(place))
    const privateKey = kept?.privateKey ?? generatePrivateKey()
    const key = privateKeyToAccount(privateKey)
    if (!kept) await keepSession(globalThis, place.name, { privateKey, granted: undefined })
    this.#kept = { privateKey, granted: kept?.granted }
    this.#set({ ...before, phase: 'asking', address: plan.to ?? key.address })
    try {
      const now = Math.floor(contextOf(foyer).clock.now() / 1_000)
      const asked = { ...askedOf(plan), to: plan.to ?? key.address, expiresAt: now + plan.lastsSeconds }
      const { account, networkId } = place
      const [granted] = await grantPermissions(foyer, { permissions: [asked], account, networkId })
      if (!granted) throw new NoSessionError({ why: 'notGranted' })
      const held = keptOf(granted, asked.expiresAt)
      await this.#take(place, { privateKey, granted: held })
      noteGranted(foyer, [granted])
      const abi = plan.permission.type === 'call' ? plan.permission.abi : undefined
      const listing = plan.to ? undefined : { foyer, granted, publicKey: key.publicKey, abi }
      // It holds without the server's list, which is the visitor's convenience.
      const pci = listing && (await listSession(listing).catch(contextOf(foyer).report))
      // What the server lists, its operator may pay for.
      if (pci) await this.#take(place, { privateKey, granted: { ...held, pci } })
      await this.#look()
      showGranted(foyer, [granted.context])
      return granted
    } catch (error) {
      if (state.get().phase === 'asking') this.#set({ ...before })
      throw error
    }
  }

  async #take(place: Place, kept: KeptSession): Promise<void> {
    await keepSession(globalThis, place.name, kept)
    if (place === this.#place) this.#kept = kept
  }

  redeem(call: EvmCall, options: RedeemOptions = {}): Promise<{ readonly hash: Hex }> {
    const mine = this.#turn.then(() => this.#redeemNow(call, options))
    this.#turn = mine.catch(() => {})
    return mine
  }

  async #redeemNow(call: EvmCall, { paidBy }: RedeemOptions): Promise<{ readonly hash: Hex }> {
    const { foyer, plan } = this.#of
    await this.follow()
    const place = this.#at()
    const { privateKey, granted } = this.#kept ?? {}
    if (plan.to !== undefined) throw new NoSessionError({ why: 'keyElsewhere' })
    if (!privateKey || !granted) throw new NoSessionError({ why: 'notGranted' })
    const { networkId, account } = place
    const read = () => readPermission(foyer, { networkId, context: granted.context })
    const redeeming = { foyer, networkId, account, privateKey, granted, read }
    try {
      await this.#check(redeeming)
      const paid = paidBy === 'key' ? undefined : await redeemSponsored(redeeming, call)
      const hash = paid ?? (await redeem(redeeming, call))
      await this.#look()
      return { hash }
    } catch (error) {
      if (error instanceof SessionOverError) await this.#look()
      throw error
    }
  }

  /** Once a minute: it is a question of many, and calls may be as frequent as a game's moves. */
  async #check({ networkId, granted }: Pick<Redeeming, 'networkId' | 'granted'>): Promise<void> {
    const { foyer } = this.#of
    const now = contextOf(foyer).clock.now()
    const { context, at } = this.#checked ?? {}
    if (context === granted.context && at !== undefined && now - at < checkEveryMs) return
    await checkCalls({ foyer, networkId, granted })
    this.#checked = { context: granted.context, at: now }
  }

  async end(): Promise<void> {
    const { foyer } = this.#of
    await this.follow()
    const { account, networkId } = this.#at()
    const granted = this.#kept?.granted
    if (!granted) throw new NoSessionError({ why: 'notGranted' })
    try {
      await revokePermissions(foyer, { permissions: [{ context: granted.context, account, networkId }] })
    } finally {
      await this.#look()
    }
  }

  async refresh(): Promise<void> {
    const place = this.#place
    const granted = this.#kept?.granted
    if (!place || !granted) return
    const { networkId } = place
    const reading = await readPermission(this.#of.foyer, { networkId, context: granted.context })
    if (place !== this.#place || granted !== this.#kept?.granted) return
    this.#stand(granted, reading)
  }

  #stand({ expiresAt }: KeptGrant, reading: PermissionReading | undefined): void {
    const now = contextOf(this.#of.foyer).clock.now()
    const why = reading ? overOf(reading) : expiresAt * 1_000 <= now ? 'expired' : undefined
    this.#set({ phase: why ? 'over' : 'active', why, reading })
  }

  /** @throws AccountNotConnectedError */
  #at(): Place {
    if (!this.#place) throw new AccountNotConnectedError({ family: 'eip155' })
    return this.#place
  }
}

function placeOf({ foyer, plan }: SessionParameters): Place | undefined {
  const state = foyer.store.getState()
  const { address } = accountOf(state, 'eip155')
  const networkId = plan.networkId ?? networkIdOf(state, 'eip155')
  if (!isHexText(address) || !isEvm(networkId)) return undefined
  return { account: address, networkId, name: [plan.name, networkId, address.toLowerCase(), plan.to ?? ''].join(' ') }
}

const isHexText = (text: string | undefined): text is Hex => text?.startsWith('0x') === true
const isEvm = (text: string | undefined): text is `eip155:${string}` => text?.startsWith('eip155:') === true

function askedOf({ permission, purpose }: SessionPlan): Pick<EvmPermission, 'permission' | 'purpose'> {
  if (permission.type === 'spend') return { permission, purpose }
  const { target, abi, bound, mostValue, count } = permission
  const [first, ...others] = abi.map((each) =>
    toFunctionSelector(`${each.name}(${each.inputs.map(({ type }) => type).join()})`),
  )
  if (!first) throw new NoSessionError({ why: 'notGranted' })
  return { permission: { type: 'call', target, selectors: [first, ...others], bound, mostValue, count }, purpose }
}

const keptOf = ({ context, delegationManager, expiresAt }: GrantedEvmPermission, asked: number): KeptGrant => ({
  ...{ context, delegationManager, expiresAt: expiresAt ?? asked },
})
