import { bytesToHex } from '@foyer/core/hex'
import {
  listSponsoredCall,
  NotSponsored,
  quoteSponsoredCall,
  readSponsoredCall,
  sendSponsoredCall,
} from '@foyer/custody/sponsorCalls'
import type { SignedSponsored, SponsoredCalls, SponsoredOutcome, Sponsoring, Unpaid } from '@foyer/signing'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import { type AskOptions, RefusedError, type Servers } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import { within } from '../within.js'

export interface SponsoringParameters {
  readonly servers: Servers
  readonly session: SessionHolder
  readonly projectId: string
  /** Who asks: the browser's word. */
  readonly site: string
}

/** So long a page waits for what is paid for, in milliseconds; without an answer nothing is. */
const networksMs = 2_000
const quoteMs = 10_000

/** A nonce and a call that is sent twice, each of which is waited for half a minute. */
const underwayMs = 120_000

/** What the login server pays for in a project's name, asked in the visitor's session, under this page's own origin [F10]. */
export function createSponsoring({ servers, session, projectId, site }: SponsoringParameters): Sponsoring {
  const asked = ({ chainId, account, callData, token }: SponsoredCalls) => ({
    ...{ projectId, site, chainId, sender: account, callData, token },
  })
  const inSession = async (): Promise<AskOptions> => ({ token: await session.token() })
  const send = async (signed: SignedSponsored): Promise<'sent'> => {
    const { quote, signature, authorization } = signed
    const { nonce, verificationGasLimit, callGasLimit, authorizationNonce } = quote
    const switching = authorization && authorizationNonce !== null
    await servers.signed(
      sendSponsoredCall,
      {
        ...{ ...asked(signed), nonce: `${nonce}`, signature: bytesToHex(signature) },
        ...{ verificationGasLimit: Number(verificationGasLimit), callGasLimit: Number(callGasLimit) },
        ...(switching ? { authorization: { nonce: Number(authorizationNonce), ...partsOf(authorization) } } : {}),
      },
      await inSession(),
    )
    return 'sent'
  }
  return {
    underwayMs,
    networks: () =>
      within({ ms: networksMs }, async (signal) => {
        const options = { ...(await inSession()), signal }
        return (await servers.signed(listSponsoredCall, { projectId, site }, options)).networks
      }).catch(none),
    quote: (calls) =>
      within({ ms: quoteMs }, async (signal) => {
        const options = { ...(await inSession()), signal }
        const said = await servers.signed(quoteSponsoredCall, asked(calls), options)
        if (!said.sponsored) return unpaidBy(said.because)
        const { nonce, verificationGasLimit, callGasLimit, authorizationNonce } = said
        return {
          ...{ nonce: BigInt(nonce), verificationGasLimit: BigInt(verificationGasLimit) },
          callGasLimit: BigInt(callGasLimit),
          authorizationNonce: authorizationNonce === null ? null : BigInt(authorizationNonce),
        }
      }).catch(unquoted),
    send: (signed) =>
      send(signed)
        // What got lost on its way is sent once more: the same again is no fault.
        .catch((error: unknown) => (error instanceof RefusedError ? Promise.reject(error) : send(signed)))
        .catch(unsent),
    async read(operation): Promise<SponsoredOutcome> {
      const said = await servers
        .signed(readSponsoredCall, { operation }, await inSession())
        .catch((error: unknown) => (isRefusal(error, 'operation_unknown') ? null : Promise.reject(error)))
      if (said === null || said.status === 'dropped') return { is: 'dropped' }
      const { transactionHash: transaction, succeeded } = said
      return transaction === null || succeeded === null ? { is: 'pending' } : { is: 'mined', transaction, succeeded }
    },
  }
}

const isRefusal = (error: unknown, refusal: string): error is RefusedError =>
  error instanceof RefusedError && error.refusal === refusal

/** A server that pays for nothing doesn't have the call. */
const isAbsent = (error: unknown): boolean => isRefusal(error, 'not_found')

const none = (error: unknown): readonly string[] => {
  if (!isAbsent(error)) console.warn(error)
  return []
}

const unquoted = (error: unknown): Unpaid => {
  // Whoever has no session here was never to be paid for.
  if (isAbsent(error) || (error instanceof WalletError && error.rpcCode === 4100)) return 'absent'
  console.warn(error)
  return 'unpaid'
}

/** @throws what came instead, where it isn't the server's word that it wasn't sent */
const unsent = (error: unknown): Unpaid => {
  if (!isRefusal(error, 'not_sponsored')) throw error
  return v.is(NotSponsored, error.because) ? unpaidBy(error.because) : 'unpaid'
}

const unpaidBy = (because: NotSponsored): Unpaid => {
  if (because === 'operation' || because === 'authorization') return 'stale'
  return because === 'project' || because === 'network' || because === 'account' ? 'absent' : 'unpaid'
}

/** An authorization's signature: r, s and y's parity. */
const partsOf = (signature: Uint8Array) => ({
  ...{ r: bytesToHex(signature.subarray(0, 32)), s: bytesToHex(signature.subarray(32, 64)) },
  yParity: signature[64] === 28 ? (1 as const) : (0 as const),
})
