import type { Input, NotRedeemed, quoteRedeemingCall, redeemCall } from '@foyer/core/wire'
import { delegateAddress } from '@foyer/evm/delegate'
import { consentTypedData, type RedeemedCall, redeemingCallData } from '@foyer/evm/redeeming'
import * as v from 'valibot'
import { concat, type Hex, toFunctionSelector } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { AccountOnNetwork } from '../../sessions/smartSessions.js'
import { endOf, grantOf } from '../../sessions/test/grantedSession.js'
import { demo } from '../../test/openApi.js'
import { hashOf, type Operation, typedDataOf } from '../operation.js'
import { authorize, chainId, plenty, type SponsorNode, type SponsorWorld, sponsorship, targets } from './openSponsor.js'

type Quoted = Input<(typeof quoteRedeemingCall)['body']>
export type SentRedeeming = Input<(typeof redeemCall)['body']>

const selector = toFunctionSelector('vote()')

/** Adds to what is paid for: calls of the counter, the trap and the failing contract by sessions' keys. */
export const withSessions = (
  budget: Partial<typeof plenty> = {},
  contracts: readonly { to: string; selectors?: string[] }[] = Object.values(targets).map((to) => ({
    to,
    selectors: [selector],
  })),
) => sponsorship({ sessions: { contracts: [...contracts], budget: { ...plenty, ...budget } } })

/** A key of a page's, and what an account with the delegate's code has granted it. */
export interface ListedSession {
  readonly owner: PrivateKeyAccount
  readonly key: PrivateKeyAccount
  readonly account: AccountOnNetwork
  readonly context: Hex
  readonly pci: string
  /** as `clientKey` gives it */
  readonly client: string
  /** of the world, milliseconds since 1970 */
  now(): number
}

interface OpenSession {
  readonly target?: Hex
  readonly count?: number
  readonly owner?: PrivateKeyAccount
  readonly key?: PrivateKeyAccount
  readonly salt?: bigint
  readonly client?: string
  /** in seconds from now on */
  readonly lasts?: number
}

/** Has an account grant a key that it calls a contract, and the server list it. */
export async function openSession(world: SponsorWorld, parts: OpenSession = {}): Promise<ListedSession> {
  const { target = targets.counter, count, salt = 1n, client = '203.0.113.9', lasts = 86_400 } = parts
  const { owner = newAccount(), key = newAccount() } = parts
  await world.client.setCode({ address: owner.address, bytecode: concat(['0xef0100', delegateAddress]) })
  const expiry = Math.floor(world.time / 1_000) + lasts
  const permission = {
    type: 'contract-call',
    data: {
      ...{ address: target, abi: [{ type: 'function', name: 'vote', inputs: [] }] },
      functions: [{ functionName: 'vote' }],
      ...(count !== undefined && { callLimit: count }),
    },
  } as const
  const account = { address: lower(owner.address), chainId }
  const sessions = world.sessions(world.database)
  const keys = [{ type: 'secp256k1', publicKey: key.publicKey }] as const
  const signer = { type: 'keys', data: { keys } } as const
  const asked = { chainId: '0x7a69', expiry, signer, permissions: [permission], policies: [] } as const
  const { pci } = await sessions.grant({ account, projectId: demo.id, asked, client })
  const context = await grantOf({ owner, to: key.address, permission, expiry, salt })
  const activation = { pci, context }
  await sessions.activate({ account, projectId: demo.id, activation, signal: new AbortController().signal })
  return { owner, key, account, context, pci, client, now: () => world.time }
}

const newAccount = () => privateKeyToAccount(generatePrivateKey())

const Hash = v.custom<Hex>((text) => typeof text === 'string')

/** The account ends the permission on chain. */
export async function endSession(world: SponsorWorld, { owner, context }: ListedSession): Promise<void> {
  await world.client.impersonateAccount({ address: owner.address })
  await world.client.setBalance({ address: owner.address, value: 10n ** 18n })
  const hash = await world.rpc('eth_sendTransaction', [{ from: owner.address, ...endOf(context) }])
  await world.client.waitForTransactionReceipt({ hash: v.parse(Hash, hash), pollingInterval: 20 })
  await world.client.setBalance({ address: owner.address, value: 0n })
}

export const vote = (to: Hex = targets.counter): RedeemedCall => ({ to, value: 0n, data: selector })

const wired = ({ to, value, data }: RedeemedCall) => ({ to, value: String(value), data })

interface Redeemed {
  readonly call?: RedeemedCall
  readonly projectId?: string
  /** another's, for a test */
  readonly as?: Partial<Pick<ListedSession, 'account' | 'pci' | 'client'>>
}

const asking = <Asked>(session: ListedSession, asked: Asked, { projectId = demo.id, as = {} }: Redeemed) => ({
  ...{ account: as.account ?? session.account, client: as.client ?? session.client, projectId, asked },
  signal: new AbortController().signal,
})

const quotedOf = (session: ListedSession, { call = vote(), as = {} }: Redeemed): Quoted => ({
  ...{ pci: as.pci ?? session.pci, call: wired(call) },
})

export const quoteRedeemed = ({ redeeming }: SponsorNode, session: ListedSession, of: Redeemed = {}) =>
  redeeming.quote(asking(session, quotedOf(session, of), of))

/** Why it wouldn't be paid for; null where it would. */
export async function refusedRedeeming(node: SponsorNode, session: ListedSession, of: Redeemed = {}) {
  const said = await quoteRedeemed(node, session, of)
  return said.sponsored ? null : said.because
}

/** Signs what a quote says, as the page of the key does. */
export async function signedRedeeming(
  node: SponsorNode,
  session: ListedSession,
  of: Redeemed & { readonly now?: number } = {},
): Promise<SentRedeeming> {
  const said = await quoteRedeemed(node, session, of)
  if (!said.sponsored) return expect.fail(`It is not paid for: ${said.because}.`)
  return signRedeeming(session, said, of)
}

type Quote = Pick<SentRedeeming, 'nonce' | 'verificationGasLimit' | 'callGasLimit'> & { readonly validUntil?: number }

/** Signs an operation of a session's key as somebody says it. */
export async function signRedeeming(
  { key, context, pci, now: present }: Pick<ListedSession, 'key' | 'context' | 'pci' | 'now'>,
  { authorizationNonce = null, ...said }: Quote & { readonly authorizationNonce?: number | null },
  { call = vote(), projectId = demo.id, now }: Redeemed & { readonly now?: number } = {},
): Promise<SentRedeeming> {
  const { nonce, verificationGasLimit, callGasLimit } = said
  const validUntil =
    now === undefined && said.validUntil ? said.validUntil : Math.floor((now ?? present()) / 1_000) + 200
  const operation: Operation = {
    ...{ chain: 31337, sender: lower(key.address), nonce: BigInt(nonce), callData: redeemingCallData(context, call) },
    ...{ verificationGasLimit, callGasLimit, validUntil, signature: '0x', authorization: null },
  }
  const consent = { chainId: 31337, operation: hashOf(operation), projectId, session: pci, validUntil }
  return {
    ...{ pci, call: wired(call), nonce, verificationGasLimit, callGasLimit, validUntil },
    signature: await key.signTypedData(typedDataOf(operation)),
    consent: await key.signTypedData(consentTypedData(consent)),
    ...(authorizationNonce !== null && { authorization: await authorize(key, { nonce: authorizationNonce }) }),
  }
}

export const sendRedeemed = (
  { redeeming }: SponsorNode,
  session: ListedSession,
  sent: SentRedeeming,
  of: Redeemed = {},
) => redeeming.send(asking(session, sent, of))

/** Why it isn't paid for; null where it is. */
export const unsentRedeeming = (
  ...[node, session, sent, of]: Parameters<typeof sendRedeemed>
): Promise<NotRedeemed | null> =>
  sendRedeemed(node, session, sent, of).then(
    () => null,
    (error: unknown) => v.parse(Refusal, error).reasons[0]?.name ?? null,
  )

const Refusal = v.object({
  code: v.literal('not_redeemed'),
  reasons: v.array(v.object({ name: v.custom<NotRedeemed>((text) => typeof text === 'string') })),
})

export const readRedeemed = ({ redeeming }: SponsorNode, { account }: ListedSession, operation: string) =>
  redeeming.read({ account, projectId: demo.id, operation })

const lower = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`
