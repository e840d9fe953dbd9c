import { invalidParams, unknownChain } from './providerError.js'
import { createRpc, isRecord } from './rpc.js'
import type { WalletContext } from './state.js'

type Question = { readonly origin: string; readonly method: string; readonly params: readonly unknown[] }

/** `wallet_switchEthereumChain` (EIP-3326). */
export async function switchEthereumChain(context: WalletContext, question: Question): Promise<null> {
  const chainId = chainIdOf(question.params)
  if (!context.state.chains.has(chainId)) throw unknownChain(chainId)
  if (chainId === context.state.chainId) return null
  await context.prompts.ask(question)
  context.setChain(chainId)
  return null
}

/** `wallet_addEthereumChain` (EIP-3085), as strict as the strictest wallets are: the RPC is asked for its chain id. */
export async function addEthereumChain(context: WalletContext, question: Question): Promise<null> {
  const [parameter] = question.params
  const chainId = chainIdOf(question.params)
  const { rpcUrls, chainName, nativeCurrency, blockExplorerUrls } = isRecord(parameter) ? parameter : {}
  if (typeof chainName !== 'string' || chainName === '') throw invalidParams('Expected a non-empty chainName.')
  if (!isCurrency(nativeCurrency)) throw invalidParams('Expected a nativeCurrency with name, symbol, decimals.')
  if (!isUrls(rpcUrls)) throw invalidParams('Expected at least one rpcUrl that is http or https.')
  if (blockExplorerUrls !== undefined && blockExplorerUrls !== null && !isUrls(blockExplorerUrls))
    throw invalidParams('Expected blockExplorerUrls that are http or https.')

  const [rpcUrl] = rpcUrls
  const answered = await createRpc({ url: rpcUrl, fetch: context.fetch })({ method: 'eth_chainId' }).catch(() => null)
  if (typeof answered !== 'string' || Number(answered) !== chainId)
    throw invalidParams(`The chain ID of the rpcUrl ${rpcUrl} does not match.`)

  await context.prompts.ask(question)
  context.state.chains.set(chainId, { id: chainId, rpcUrl, name: chainName })
  if (!context.addsOnly) context.setChain(chainId)
  return null
}

/** `wallet_watchAsset` (EIP-747). */
export async function watchAsset(context: WalletContext, question: Question): Promise<true> {
  await context.prompts.ask(question)
  return true
}

export const hexOf = (value: number): `0x${string}` => `0x${value.toString(16)}`

function chainIdOf([parameter]: readonly unknown[]): number {
  const chainId = isRecord(parameter) ? parameter.chainId : undefined
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId))
    throw invalidParams('Expected a 0x-prefixed hexadecimal chainId without leading zeros.')
  return Number(chainId)
}

function isUrls(value: unknown): value is readonly [string, ...(readonly string[])] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((url) => typeof url === 'string' && /^https?:\/\//.test(url))
  )
}

function isCurrency(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.symbol === 'string' &&
    typeof value.decimals === 'number' &&
    Number.isInteger(value.decimals)
  )
}
