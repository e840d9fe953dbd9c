import { bytesToHex } from '@foyer/core/hex'
import {
  listSponsoredCall,
  NotSponsored,
  type PaidFees,
  quotePaymasterCall,
  quoteSponsoredCall,
  readPaymasterCall,
  readSponsoredCall,
  sendPaymasterCall,
  sendSponsoredCall,
} from '@foyer/login/sponsorCalls'
import type {
  NamedPaymaster,
  SignedSponsored,
  SponsoredCalls,
  SponsoredOutcome,
  Sponsoring,
  SponsorQuote,
  Unpaid,
} from '@foyer/signing'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import { type AskOptions, RefusedError, type Servers } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import { within } from '../within.js'

export interface SponsoringParameters {
  readonly servers: Servers
  readonly session: SessionHolder
  readonly projectId: string
  /** The site that asks: the browser's word. */
  readonly site: string
}

/** So long a page waits for what is paid for, in milliseconds; without an answer nothing is. */
const networksMs = 2_000
const quoteMs = 10_000
/** A dapp's own paymaster is asked twice, five seconds each, and who carries operations out in between. */
const paymasterMs = 20_000

/** Longer than networks take to make a block final. */
const underwayMs = 120_000

/**
 * Creates the sponsoring that the login server pays in a project's name, asked in the visitor's session, under this
 * page's own origin [F10].
 */
export function createSponsoring({ servers, session, projectId, site }: SponsoringParameters): Sponsoring {
  const asked = ({ chainId, account, callData, token }: SponsoredCalls) => ({
    ...{ projectId, site, chainId, sender: account, callData, token },
  })
  const inSession = async (): Promise<AskOptions> => ({ token: await session.token() })
  const send = async (signed: SignedSponsored): Promise<'sent'> => {
    const { quote, signature, authorization } = signed
    const { nonce, verificationGasLimit, callGasLimit, authorizationNonce, validUntil, paid } = quote
    const switching = authorization && authorizationNonce !== null
    const payload = {
      ...{ ...asked(signed), nonce: `${nonce}`, signature: bytesToHex(signature), validUntil },
      ...{ verificationGasLimit: Number(verificationGasLimit), callGasLimit: Number(callGasLimit) },
      ...(switching ? { authorization: { nonce: Number(authorizationNonce), ...partsOf(authorization) } } : {}),
    }
    const options = await inSession()
    if (paid) await servers.signed(sendPaymasterCall, { ...payload, fees: toFees(paid.fees) }, options)
    else await servers.signed(sendSponsoredCall, payload, options)
    return 'sent'
  }
  /**
   * Reads an operation that the operator doesn't know of the paymaster it names: where neither is asked here, it isn't
   * known.
   */
  const readByPaymaster = ({ operation, chainId, options, error }: UnknownHere) => {
    if (!isRefusal(error, 'operation_unknown') && !isAbsent(error)) throw error
    return servers.signed(readPaymasterCall, { operation, chainId }, options).catch((other: unknown) => {
      if (!isAbsent(other)) throw other
      if (isAbsent(error)) throw error
      return null
    })
  }
  const quoteOfOperator = (calls: SponsoredCalls) =>
    within({ ms: quoteMs }, async (signal) => {
      const options = { ...(await inSession()), signal }
      const said = await servers.signed(quoteSponsoredCall, asked(calls), options)
      return said.sponsored ? toQuote(said) : unpaidBy(said.because)
    }).catch(unquoted)
  /** Whatever a dapp's own paymaster doesn't do is asked for with one's own fee: it said that it would be free. */
  const quoteOfPaymaster = (calls: SponsoredCalls, { url, context }: NamedPaymaster) =>
    within({ ms: paymasterMs }, async (signal): Promise<SponsorQuote | Unpaid> => {
      const options = { ...(await inSession()), signal }
      const said = await servers.signed(quotePaymasterCall, { ...asked(calls), url, context }, options)
      if (!said.sponsored) return unpaidBy(said.because)
      return { ...toQuote(said), paid: { fees: fromFees(said.fees), by: said.by } }
    }).catch(unquoted)
  return {
    underwayMs,
    networks: () =>
      within({ ms: networksMs }, async (signal) => {
        const options = { ...(await inSession()), signal }
        return (await servers.signed(listSponsoredCall, { projectId, site }, options)).networks
      }).catch(none),
    async quote(calls) {
      const said = await quoteOfOperator(calls)
      return said === 'absent' && calls.paymaster ? quoteOfPaymaster(calls, calls.paymaster) : said
    },
    send: (signed) =>
      send(signed)
        // What got lost on its way is sent once more: the same again is no fault.
        .catch((error: unknown) => (error instanceof RefusedError ? Promise.reject(error) : send(signed)))
        .catch(unsent),
    async read(operation, chainId): Promise<SponsoredOutcome> {
      const options = await inSession()
      const said = await servers
        .signed(readSponsoredCall, { operation }, options)
        .catch((error: unknown) => readByPaymaster({ operation, chainId, options, error }))
      if (said === null || said.status === 'unknown') return { is: 'unknown' }
      if (said.status === 'dropped') return { is: 'dropped' }
      const { transactionHash: transaction, succeeded } = said
      return transaction === null || succeeded === null ? { is: 'pending' } : { is: 'mined', transaction, succeeded }
    },
  }
}

interface UnknownHere {
  readonly operation: string
  readonly chainId: string
  readonly options: AskOptions
  readonly error: unknown
}

const isRefusal = (error: unknown, refusal: string): error is RefusedError =>
  error instanceof RefusedError && error.refusal === refusal

/** A server that pays for nothing doesn't have the call. */
const isAbsent = (error: unknown): boolean => isRefusal(error, 'not_found')

interface Quoted {
  readonly nonce: string
  readonly verificationGasLimit: number
  readonly callGasLimit: number
  readonly authorizationNonce: number | null
  readonly validUntil: number
}

const toQuote = ({
  nonce,
  verificationGasLimit,
  callGasLimit,
  authorizationNonce,
  validUntil,
}: Quoted): SponsorQuote => ({
  validUntil,
  ...{ nonce: BigInt(nonce), verificationGasLimit: BigInt(verificationGasLimit), callGasLimit: BigInt(callGasLimit) },
  authorizationNonce: authorizationNonce === null ? null : BigInt(authorizationNonce),
})

type Fees = NonNullable<SponsorQuote['paid']>['fees']

const fromFees = (said: v.InferOutput<typeof PaidFees>): Fees => ({
  preVerificationGas: BigInt(said.preVerificationGas),
  ...{ maxFeePerGas: BigInt(said.maxFeePerGas), maxPriorityFeePerGas: BigInt(said.maxPriorityFeePerGas) },
  paymasterAndData: said.paymasterAndData,
})

const toFees = ({ preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymasterAndData }: Fees) => ({
  preVerificationGas: Number(preVerificationGas),
  ...{ maxFeePerGas: `${maxFeePerGas}`, maxPriorityFeePerGas: `${maxPriorityFeePerGas}`, paymasterAndData },
})

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
  if (because === 'operation' || because === 'authorization' || because === 'late') return 'stale'
  return because === 'project' || because === 'network' || because === 'account' ? 'absent' : 'unpaid'
}

/** An authorization's signature: r, s and y's parity. */
const partsOf = (signature: Uint8Array) => ({
  ...{ r: bytesToHex(signature.subarray(0, 32)), s: bytesToHex(signature.subarray(32, 64)) },
  yParity: signature[64] === 28 ? (1 as const) : (0 as const),
})
