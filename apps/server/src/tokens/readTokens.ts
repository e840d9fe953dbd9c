import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, hexToBytes, isAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import { showableText } from './showableText.js'
import type { Token } from './token.js'

const longest = { name: 100, symbol: 32 } as const

/** More than any token in use, and few enough for every amount to be shown. */
const mostDecimals = 36

const functions = ['name', 'symbol', 'decimals'] as const

export interface ReadTokensParameters {
  chain: Chain
  /** in lower case */
  addresses: readonly string[]
  signal: AbortSignal
}

/**
 * Asks contracts what they are called. What they say is a stranger's text: it is made fit to show, and what isn't a token's
 * answer is none.
 * @returns by address; what is no token isn't there
 * @throws UpstreamError
 * @see EIP-20
 */
export async function readTokens(request: ReadTokensParameters): Promise<ReadonlyMap<string, Token>> {
  const { chain, addresses, signal } = request
  const contracts = addresses.filter((address) => isAddress(address, { strict: false }))
  const reads = contracts.flatMap((to) =>
    functions.map((functionName) => {
      return { kind: 'call', to, data: encodeFunctionData({ abi: erc20Abi, functionName }) } as const
    }),
  )
  const answers = await readContracts({ chain, reads, signal })
  const found = new Map<string, Token>()
  contracts.forEach((address, index) => {
    const [name, symbol, decimals] = answers.slice(functions.length * index)
    const token = toToken({ address, name: name ?? null, symbol: symbol ?? null, decimals: decimals ?? null })
    if (token !== null) found.set(address, token)
  })
  return found
}

interface Answers {
  address: string
  name: Hex | null
  symbol: Hex | null
  decimals: Hex | null
}

function toToken({ address, ...answers }: Answers): Token | null {
  const decimals = toDecimals(answers.decimals)
  const symbol = showableText({ text: toText(answers.symbol), longest: longest.symbol })
  if (decimals === null || symbol === '') return null
  const name = showableText({ text: toText(answers.name), longest: longest.name })
  return { address, name: name === '' ? symbol : name, symbol, decimals, iconUrl: '', listed: false }
}

function toDecimals(answer: Hex | null): number | null {
  if (answer === null || answer.length < 66) return null
  const decimals = BigInt(answer.slice(0, 66))
  return decimals <= mostDecimals ? Number(decimals) : null
}

/** A contract's name or symbol: a string; or, in tokens older than the standard's last word, 32 bytes with zeros after the text. */
export function toText(answer: Hex | null): string {
  if (answer === null) return ''
  if (answer.length === 66) return new TextDecoder().decode(hexToBytes(answer)).replace(/\0.*$/s, '')
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName: 'name', data: answer })
  } catch {
    return '' // it gave what isn't a string, which is the same as having no name
  }
}
