import { base64 } from '@scure/base'
import type { Prompts } from '../prompts.js'
import { invalidParams, unauthorized, unsupportedMethod } from '../providerError.js'
import { createRpc, isRecord } from '../rpc.js'
import { type KeyedAccount, signedTransaction, versionOf } from './solanaKeys.js'
import type { TestSolanaChain } from './testSolanaWallet.js'

/** The wallet's state at the moment: one for all pages, so that it outlives them. */
export interface SolanaState {
  /** The selected one first. */
  accounts: readonly KeyedAccount[]
  readonly chains: readonly TestSolanaChain[]
  readonly features: readonly string[]
  readonly versions: readonly ('legacy' | 0)[]
  /** The origins that the visitor has let in. */
  readonly allowed: Set<string>
}

export interface SolanaContext {
  readonly state: SolanaState
  readonly prompts: Prompts
  readonly fetch: typeof globalThis.fetch
  /** Lets an origin in, or puts it out, and says that there. */
  setAllowed(origin: string, allowed: boolean): void
}

interface Asked {
  readonly origin: string
  readonly method: string
  readonly params: unknown
}

/** The accounts as an origin sees them: none until it was let in. Bytes as they cross into a page. */
export function visibleAccounts(
  { accounts, chains, features, allowed }: SolanaState,
  origin: string,
): readonly object[] {
  if (!allowed.has(origin)) return []
  return accounts.map(({ address, publicKey }) => ({
    address,
    publicKey: { bytes: [...publicKey] },
    chains: chains.map(({ chain }) => chain),
    features: features.filter((name) => name.startsWith('solana:')),
  }))
}

/** Answers a dapp's request as a well-behaved wallet does. @throws ProviderError */
export async function answerSolana(context: SolanaContext, asked: Asked): Promise<unknown> {
  const { state, prompts } = context
  const inputs: readonly unknown[] = Array.isArray(asked.params) ? asked.params : []
  switch (asked.method) {
    case 'standard:connect': {
      const [input] = inputs
      const isSilent = isRecord(input) && input.silent === true
      if (!isSilent && !state.allowed.has(asked.origin)) {
        await prompts.ask(asked)
        context.setAllowed(asked.origin, true)
      }
      return { accounts: visibleAccounts(state, asked.origin) }
    }
    case 'standard:disconnect':
      context.setAllowed(asked.origin, false)
      return null
    case 'solana:signMessage': {
      const read = inputs.map((input) => ({
        account: accountIn(context, asked, input),
        message: bytesIn(input, 'message'),
      }))
      await prompts.ask(asked)
      return read.map(({ account, message }) => ({
        signedMessage: { bytes: [...message] },
        signature: { bytes: [...account.sign(message)] },
      }))
    }
    case 'solana:signTransaction': {
      const signed = await signAll(context, asked, inputs)
      return signed.map(({ bytes }) => ({ signedTransaction: { bytes: [...bytes] } }))
    }
    case 'solana:signAndSendTransaction': {
      const urls = inputs.map((input) => urlFor(state, input))
      const signed = await signAll(context, asked, inputs)
      for (const [index, { bytes }] of signed.entries()) await send(context, urls[index] ?? '', bytes)
      return signed.map(({ signature }) => ({ signature: { bytes: [...signature] } }))
    }
    default:
      throw unsupportedMethod(asked.method)
  }
}

async function signAll(context: SolanaContext, asked: Asked, inputs: readonly unknown[]) {
  const read = inputs.map((input) => ({
    account: accountIn(context, asked, input),
    transaction: bytesIn(input, 'transaction'),
  }))
  for (const { transaction } of read) {
    const version = versionOf(transaction)
    if (!context.state.versions.some((each) => each === version))
      throw invalidParams(`No transactions of version ${version}.`)
  }
  await context.prompts.ask(asked)
  return read.map(signedTransaction)
}

async function send({ fetch }: SolanaContext, url: string, bytes: Uint8Array): Promise<void> {
  await createRpc({ url, fetch })({
    method: 'sendTransaction',
    params: [base64.encode(bytes), { encoding: 'base64', preflightCommitment: 'confirmed' }],
  })
}

function accountIn({ state }: SolanaContext, { origin }: Asked, input: unknown): KeyedAccount {
  if (!state.allowed.has(origin)) throw unauthorized()
  const address: unknown = isRecord(input) && isRecord(input.account) ? input.account.address : undefined
  const account = state.accounts.find((each) => each.address === address)
  if (!account) throw unauthorized()
  return account
}

function bytesIn(input: unknown, name: string): Uint8Array {
  const value: unknown = isRecord(input) ? input[name] : undefined
  const bytes: unknown = isRecord(value) ? value.bytes : undefined
  if (!Array.isArray(bytes)) throw invalidParams(`Expected bytes as ${name}.`)
  return Uint8Array.from(bytes)
}

function urlFor({ chains }: SolanaState, input: unknown): string {
  const wanted: unknown = isRecord(input) ? input.chain : undefined
  const known = chains.find(({ chain }) => chain === wanted)
  if (!known) throw invalidParams(`Expected a chain that the wallet knows, not ${String(wanted)}.`)
  return known.rpcUrl
}
