import type { NetworkId } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { SiwxHost } from '../config/siwxHost.js'
import { SiweConfigError } from '../errors/signIn.js'
import { createNonce } from '../siwx/index.js'
import type { Siwx, SiwxMessage, SiwxRequest, SiwxSession } from '../siwx/siwx.js'
import type { SiweConfigOptions, SiweSession } from './createSiweConfig.js'

interface Mapped {
  readonly options: SiweConfigOptions
  readonly host: SiwxHost
}

/** The older client as what keeps a kit's sign-ins. Its sessions have neither text nor signature: the host's server has those. */
export function siwxOfSiwe({ options, host }: Mapped): Siwx {
  const { signOutOnDisconnect = true, sessionRefetchIntervalMs: intervalMs = 300_000 } = options
  const { clock, onStop, changed } = host
  const nonces = nonceAhead({ options, host })
  const session = repeats({ clock, intervalMs, onStop })
  /** The account that was asked for last, and whether it was signed in. */
  let last: { readonly id: string; isKept: boolean } | undefined
  const { leave, signOut } = endOf({ options, session, nonces })
  const add = async ({ data, message, signature, cacao }: SiwxSession) => {
    if (!(await options.verifyMessage({ message, signature, cacao, data })))
      throw new SiweConfigError({ code: 'siwe_verify' })
    last = { id: `${data.chainId}:${data.accountAddress}`, isKept: true }
    session.start(changed)
    options.onSignIn?.({ address: data.accountAddress, chainId: chainNumber(data.chainId) })
  }
  return {
    createMessage: (request) => createMessage({ options, host, nonces }, request),
    addSession: add,
    revokeSession: () => {
      last = undefined
      return signOut()
    },
    async setSessions(sessions) {
      const signed = sessions.find(({ data }) => data.chainId === host.networkId()) ?? sessions[0]
      if (signed) return add(signed)
      last = undefined
      if (signOutOnDisconnect) await signOut()
      else leave()
    },
    async getSessions(chainId, address) {
      const kept = [wordless({ host, chainId, address })]
      const id = `${chainId}:${address}`
      const before = last?.id === id ? last : undefined
      if (!before) leave()
      const asked = before ?? { id, isKept: false }
      last = asked
      if (!chainId.startsWith('eip155:')) return kept
      const found = await options.getSession()
      const isSignedIn = found !== null && isKept({ session: found, chainId, address, options })
      const isNew = !before || asked.isKept !== isSignedIn
      if (last !== asked || !isNew) return isSignedIn ? kept : []
      asked.isKept = isSignedIn
      if (isSignedIn) {
        session.start(changed)
        return kept
      }
      // The session of another account or network than the visitor has come to; what another tab signed meanwhile stays.
      if (found && !before) await signOut()
      session.stop()
      nonces.expect(address)
      return []
    },
    getRequired: () => options.required ?? true,
  }
}

/** Returns the functions that end a session here, and at the host as well. */
function endOf({
  options,
  session,
  nonces,
}: Pick<Mapped, 'options'> & { readonly session: Repeats; readonly nonces: NonceAhead }): {
  readonly leave: () => void
  readonly signOut: () => Promise<void>
} {
  const leave = () => {
    session.stop()
    nonces.forget()
  }
  return {
    leave,
    async signOut() {
      leave()
      await options.signOut()
      options.onSignOut?.()
    },
  }
}

/** A session as the kit has it, of which the older client says no more than that it is there. */
const wordless = ({
  host,
  chainId,
  address: accountAddress,
}: {
  readonly host: SiwxHost
  readonly chainId: NetworkId
  readonly address: string
}): SiwxSession => ({
  data: { ...host.page(), version: '1', nonce: '', issuedAt: '', accountAddress, chainId },
  message: '',
  signature: '',
})

/** @throws SiweConfigError for a session that says neither account nor network */
function isKept({
  session,
  chainId,
  address,
  options: { signOutOnAccountChange = true, signOutOnNetworkChange = true },
}: {
  readonly session: SiweSession
  readonly chainId: NetworkId
  readonly address: string
  readonly options: SiweConfigOptions
}): boolean {
  if (!session.address) throw new SiweConfigError({ code: 'siwe_address' })
  if (!session.chainId) throw new SiweConfigError({ code: 'siwe_chain' })
  const isAccount = session.address.toLowerCase() === address.toLowerCase()
  const isNetwork = session.chainId === chainNumber(chainId)
  return (isAccount || !signOutOnAccountChange) && (isNetwork || !signOutOnNetworkChange)
}

async function createMessage(
  { options, host, nonces }: Mapped & { readonly nonces: NonceAhead },
  { accountAddress, chainId, notBefore }: Parameters<Siwx['createMessage']>[0],
): Promise<SiwxRequest> {
  const params = await options.getMessageParams?.()
  if (!params) throw new SiweConfigError({ code: 'siwe_params' })
  const nonce = await nonces.take(accountAddress === '' ? undefined : accountAddress)
  const { domain, uri, statement, requestId, resources, exp, expiry, nbf = notBefore, iat } = params
  const now = host.clock.now()
  const issuedAt = iat ?? new Date(now).toISOString()
  const expirationTime = exp ?? (expiry === undefined ? undefined : new Date(now + expiry * 1_000).toISOString())
  const data: SiwxMessage = {
    ...{ accountAddress, chainId, domain, uri, nonce, issuedAt, version: '1' },
    ...{ statement, requestId, resources, expirationTime, notBefore: nbf },
  }
  const args = {
    ...{ ...params, iat: issuedAt, nbf, exp: expirationTime },
    ...{ address: `did:pkh:${chainId}:${accountAddress}`, chainId: chainNumber(chainId), nonce, version: '1' as const },
  }
  return { ...data, toString: () => options.createMessage(args) }
}

const chainNumber = (chainId: NetworkId): number => Number(chainId.split(':')[1])

interface Kept {
  readonly address: string
  readonly at: number
  /** Which nonce it is, for other tabs. */
  readonly stamp: string
  readonly nonce: Promise<string>
}

/** The key of the nonce that the host's server gave last: it may take no other by then. */
const key = 'nonce'

/** The nonce of the sign-in that is coming. */
interface NonceAhead {
  /** An account is asked to sign in: its nonce is asked for, and again each interval for as long as it isn't taken. */
  expect(address: string): void
  /** The nonce to sign: the one that is there, where it is of the account, young enough, and the last that any tab was given; else a new one. */
  take(address: string | undefined): Promise<string>
  /** No sign-in is asked for any more. */
  forget(): void
}

/**
 * Has the nonce before the visitor presses, so that nothing stands between the press and the wallet: browsers open another app only right after one.
 * Each nonce is for one sign-in.
 */
function nonceAhead({
  options: { getNonce, nonceRefetchIntervalMs: intervalMs = 300_000 },
  host: { clock, storage, onStop, report },
}: {
  readonly options: Pick<SiweConfigOptions, 'getNonce' | 'nonceRefetchIntervalMs'>
  readonly host: SiwxHost
}): NonceAhead {
  let kept: Kept | undefined
  const timer = repeats({ clock, intervalMs, onStop })
  const forget = () => {
    kept = undefined
    timer.stop()
  }
  const expect = (address: string) => {
    if (!(intervalMs > 0)) return
    const stamp = createNonce()
    // What throws at once fails as what fails later.
    const nonce = Promise.resolve(address).then(getNonce)
    storage.setItem(key, stamp)
    kept = { address, at: clock.now(), stamp, nonce }
    nonce.catch((error: unknown) => {
      report(error)
      if (kept?.stamp === stamp) kept = undefined
    })
    timer.start(() => expect(address))
  }
  return {
    expect,
    forget,
    async take(address) {
      const ahead = kept
      const isLast = ahead !== undefined && storage.getItem(key) === ahead.stamp
      const isYoung = ahead !== undefined && clock.now() - ahead.at < intervalMs
      forget()
      storage.removeItem(key)
      return isLast && isYoung && ahead.address === address ? ahead.nonce : getNonce(address)
    },
  }
}

/** More makes a browser's timer go off at once. */
const mostMs = 2_147_483_647

interface Repeats {
  /** Calls back after each interval, in the place of what was started before. */
  start(work: () => void): void
  stop(): void
}

/** Does something at intervals, until it is stopped or the kit is. An interval that is none, such as 0 or Infinity, never passes. */
function repeats({
  clock,
  intervalMs,
  onStop,
}: {
  readonly clock: Clock
  readonly intervalMs: number
  readonly onStop: (end: () => void) => void
}): Repeats {
  let stop = () => {}
  onStop(() => stop())
  const start = (work: () => void) => {
    stop()
    if (!(intervalMs > 0 && intervalMs <= mostMs)) return
    stop = clock.setTimeout(() => {
      start(work)
      work()
    }, intervalMs)
  }
  return { start, stop: () => stop() }
}
