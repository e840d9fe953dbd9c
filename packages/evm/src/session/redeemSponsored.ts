import { ask } from '@foyer/core/api'
import { HttpError } from '@foyer/core/errors'
import { contextOf, sleep } from '@foyer/core/internal'
import { NotRedeemed, quoteRedeemingCall, type RedeemingQuote, readRedeemingCall, redeemCall } from '@foyer/core/wire'
import { delegateAddress } from '@foyer/signing/delegate'
import { operationHashOf, type SponsoredOperation, signSponsored } from '@foyer/signing/sponsored'
import * as v from 'valibot'
import { bytesToHex, type Hex, hexToBytes, keccak256 } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { EvmCall } from '../family.js'
import { consentTypedData, redeemingCallData, withDeadline } from '../redeeming.js'
import { SessionNotSponsoredError } from './errors.js'
import { type Redeeming, refusal } from './redeem.js'

type Server = Parameters<typeof ask>[0] & { readonly http: { readonly projectId: string } }
type Quoted = Extract<RedeemingQuote, { readonly sponsored: true }>

/** A call of the account’s, as the server is asked about it. */
interface Asked extends Redeeming {
  readonly server: Server
  readonly key: PrivateKeyAccount
  /** CAIP-10. */
  readonly address: `eip155:${string}:${Hex}`
  readonly body: {
    readonly pci: string
    readonly call: { readonly to: Hex; readonly value: string; readonly data: Hex }
  }
}

/** A block is soon there. */
const pollMs = 500
/** What was signed ends after five minutes, and some blocks later the server says so. */
const longestMs = 900_000

/**
 * Has the key act for the account at the cost of the project, through its operator's server: by an operation of the key's own account, without a fee (ERC-4337). The key signs it, and
 * that the project is to pay for it for as long as the server says, which is a minute.
 *
 * @returns once it is in a block; undefined where the project pays for no such call: nothing was sent then
 * @throws SessionNotSponsoredError where it does, and not for this one · SessionOverError · SessionCallRefusedError
 */
export async function redeemSponsored(redeeming: Redeeming, call: EvmCall): Promise<Hex | undefined> {
  const { foyer, networkId, account, privateKey, granted } = redeeming
  const { api } = contextOf(foyer)
  if (!api || granted.pci === undefined) return undefined
  const { to, value = 0n, data = '0x' } = call
  const asked: Asked = {
    ...{ ...redeeming, server: await api(), key: privateKeyToAccount(privateKey), address: `${networkId}:${account}` },
    body: { pci: granted.pci, call: { to, value: `${value}`, data } },
  }
  const { server, address, body } = asked
  const quote = await ask(server, quoteRedeemingCall, { params: { address }, body }).catch(awayOrUnknown)
  if (!quote.sponsored) return orByItself(quote.because)
  const sent = await send(asked, quote)
  return sent === undefined ? undefined : settled(asked, sent)
}

/** A server that has no such call pays for none. @throws SessionNotSponsoredError for one that doesn't answer */
function awayOrUnknown(cause: unknown): RedeemingQuote {
  if (isRefused(cause) && cause.status !== 429) return { sponsored: false, because: 'project' }
  throw new SessionNotSponsoredError({ because: 'away', cause })
}

/** Whether the server answered that it doesn't do it, and not that it had no time. */
const isRefused = (cause: unknown): cause is HttpError =>
  cause instanceof HttpError && cause.status < 500 && cause.status !== 408

/** Whether the key is to pay for it by itself, whose own trial says what is wrong. @throws SessionNotSponsoredError where the project pays, and not for this one or not now */
function orByItself(because: NotRedeemed, cause?: unknown): undefined {
  switch (because) {
    case 'budget':
    case 'fee':
    case 'unfunded':
    case 'operation':
    case 'late':
    case 'authorization':
      throw new SessionNotSponsoredError({ because, cause })
    default:
      return undefined
  }
}

/** Signs an operation and has it sent. @returns its hash; undefined where it isn't paid for after all */
async function send(asked: Asked, quote: Quoted): Promise<Hex | undefined> {
  const { networkId, granted, key, server, address, body } = asked
  const { pci, call } = body
  const { nonce, verificationGasLimit, callGasLimit, authorizationNonce, validUntil } = quote
  const chainId = Number(networkId.slice('eip155:'.length))
  const callData = redeemingCallData(granted.context, { ...call, value: BigInt(call.value) })
  const operation: SponsoredOperation = {
    ...{ chainId: BigInt(chainId), account: key.address, nonce: BigInt(nonce) },
    ...{ verificationGasLimit: BigInt(verificationGasLimit), callGasLimit: BigInt(callGasLimit) },
    callData: withDeadline(callData, validUntil) ?? callData,
    authorization:
      authorizationNonce === null ? null : { delegate: delegateAddress, nonce: BigInt(authorizationNonce) },
  }
  const hash = operationHashOf(operation)
  const said = { chainId, operation: hash, projectId: server.http.projectId, session: pci, validUntil }
  const sign = async (bytes: Uint8Array) => hexToBytes(await key.sign({ hash: keccak256(bytes) }))
  const signatures = await signSponsored(operation, sign)
  const [first = new Uint8Array(), last = first] = signatures
  const signed = {
    ...{ ...body, nonce, verificationGasLimit, callGasLimit, validUntil, signature: bytesToHex(last) },
    consent: await key.signTypedData(consentTypedData(said)),
    ...(authorizationNonce !== null && { authorization: authorizationOf(first, authorizationNonce) }),
  }
  try {
    await ask(server, redeemCall, { params: { address }, body: signed })
  } catch (cause) {
    const because = becauseOf(cause)
    if (because) return orByItself(because, cause)
    // The answer may have been lost: what the server knows of it was taken, and what it doesn't know yet may be.
    const isThere = await read(asked, hash).catch(() => undefined)
    if (!isThere) throw new SessionNotSponsoredError({ because: isRefused(cause) ? 'away' : 'unknown', cause })
  }
  return hash
}

const authorizationOf = (signature: Uint8Array, nonce: number) => ({
  ...{ nonce, r: bytesToHex(signature.slice(0, 32)), s: bytesToHex(signature.slice(32, 64)) },
  yParity: signature[64] === 28 ? (1 as const) : (0 as const),
})

/** Returns why the server doesn't pay for what it was sent; undefined for what is no word of that. */
function becauseOf(cause: unknown): NotRedeemed | undefined {
  if (!(cause instanceof HttpError) || cause.status !== 409) return undefined
  const [reason] = cause.reasons
  return v.is(NotRedeemed, reason?.name) ? reason.name : undefined
}

const read = ({ server, address }: Asked, operation: Hex) =>
  ask(server, readRedeemingCall, { params: { address, operation } })

/** Waits until a block has it. */
async function settled(asked: Asked, operation: Hex): Promise<Hex> {
  const { clock } = contextOf(asked.foyer)
  for (const until = clock.now() + longestMs; clock.now() < until; await sleep({ clock, ms: pollMs })) {
    const said = await read(asked, operation).catch(() => undefined)
    if (said?.status === 'dropped') throw new SessionNotSponsoredError({ because: 'dropped' })
    if (!said?.transactionHash || said.succeeded === null) continue
    const hash: Hex = `0x${said.transactionHash.slice(2)}`
    return said.succeeded ? hash : refusal(asked, undefined, hash)
  }
  throw new SessionNotSponsoredError({ because: 'unknown' })
}
