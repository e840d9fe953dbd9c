import type { Hex } from '@foyer/core/hex'
import { InvalidResponseError } from '@foyer/core/invalidResponse'
import { loneRpc } from '@foyer/core/loneRpc'
import { evmSignerKind } from '@foyer/evm/signerKind'
import * as v from 'valibot'
import { encodeFunctionData, getAddress, isHex, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { askProvider } from './askProvider.js'
import type { ProviderRest } from './providerRest.js'
import { ProviderAwayError, SocialRefusedError } from './refusals.js'

export interface ReadFarcasterMessage {
  readonly message: string
  readonly signature: string
  readonly expected: { readonly domain: string; readonly uri: string; readonly nonce: string }
  /** ms since 1970 */
  readonly now: number
  readonly rest: ProviderRest
  /** of OP Mainnet */
  readonly rpcUrl: string
  readonly registry: string
}

/** OP Mainnet, whatever chain a node says it is of. @see FIP-11 */
const chainId = 10
const networkId = `eip155:${chainId}`
const statement = 'Farcaster Auth'
/** As long as a login may take, and how far the clocks may be apart [F6]. */
const [oldestMs, apartMs] = [1_800_000, 60_000]

const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const fidResource = /^farcaster:\/\/fid\/([1-9]\d{0,19})\/?$/

/**
 * Reads and checks a message of Sign In With Farcaster by itself: of the wallet's page, of the login and device that the nonce is of, in time, signed by
 * its account's key or contract, which the registry on chain says is the owner of the one fid that it names. What a relay says beside it counts for nothing.
 *
 * @returns the fid
 * @throws SocialRefusedError · ProviderBusyError · ProviderAwayError where the chain can't be asked
 * @see FIP-11, EIP-4361, ERC-1271
 */
export async function readFarcasterMessage(asked: ReadFarcasterMessage): Promise<string> {
  const { custody, fid } = readText(asked)
  const { message, signature, rest, rpcUrl, registry } = asked
  if (!isHex(signature)) throw new SocialRefusedError({})
  const ask = ({ method, params }: { readonly method: string; readonly params: readonly unknown[] }) =>
    askNode({ rest, rpcUrl, method, params })
  const signed = { networkId, address: custody, message, signature, ask }
  const signer = await evmSignerKind(signed).catch((cause: unknown) => {
    // A node of another chain is as good as none.
    throw cause instanceof InvalidResponseError ? new ProviderAwayError({ cause }) : cause
  })
  if (signer === undefined) throw new SocialRefusedError({})
  const data = encodeFunctionData({ abi: registryAbi, args: [getAddress(custody)] })
  const answer = await ask({ method: 'eth_call', params: [{ to: registry, data }, 'latest'] })
  // Where no contract stands, a node answers nothing: the operator has named another chain's.
  if (!/^0x[0-9a-f]{64}$/i.test(answer)) throw new ProviderAwayError({})
  if (BigInt(answer) !== BigInt(fid)) throw new SocialRefusedError({})
  return fid
}

/** All that stands before the times is known to the letter, so that it is compared and not read [X4]. */
function headOf({ domain, uri, nonce }: ReadFarcasterMessage['expected'], custody: string): string {
  return `${domain} wants you to sign in with your Ethereum account:
${custody}

${statement}

URI: ${uri}
Version: 1
Chain ID: ${chainId}
Nonce: ${nonce}
Issued At: `
}

/** Times, an id of the asker's, and what the message is about: each on its line, and nothing behind. */
const tail =
  /^[\x21-\x7e]+(\nExpiration Time: [\x21-\x7e]+)?(\nNot Before: [\x21-\x7e]+)?(\nRequest ID: [\x21-\x7e]*)?\nResources:(\n- [\x21-\x7e]+)+$/

/** @throws SocialRefusedError */
function readText({ message: text, expected, now }: ReadFarcasterMessage): { custody: Hex; fid: string } {
  const [, custody = ''] = text.split('\n')
  const { protocol } = new URL(expected.uri)
  const head = headOf(expected, custody)
  // EIP-4361 lets the page's scheme stand before its domain.
  const start = [head, `${protocol}//${head}`].find((each) => text.startsWith(each))
  if (start === undefined || !tail.test(text.slice(start.length)) || !isHex(custody)) throw new SocialRefusedError({})
  const { resources = [], ...times } = parseSiweMessage(text)
  const fids = resources.flatMap((each) => fidResource.exec(each)?.[1] ?? [])
  const [fid] = fids
  if (!isInTime({ ...times, now }) || fid === undefined || fids.length > 1) throw new SocialRefusedError({})
  return { custody, fid }
}

interface Times {
  readonly issuedAt?: Date | undefined
  readonly expirationTime?: Date | undefined
  readonly notBefore?: Date | undefined
  readonly now: number
}

/** A date that isn't one is neither before nor after another. */
const isInTime = ({ issuedAt, expirationTime, notBefore, now }: Times): boolean =>
  issuedAt !== undefined &&
  issuedAt.getTime() <= now + apartMs &&
  issuedAt.getTime() >= now - oldestMs - apartMs &&
  (expirationTime === undefined || now < expirationTime.getTime()) &&
  (notBefore === undefined || now >= notBefore.getTime())

interface AskNode extends Pick<ReadFarcasterMessage, 'rest'> {
  readonly rpcUrl: string
  readonly method: string
  readonly params: readonly unknown[]
}

async function askNode({ rest, rpcUrl, method, params }: AskNode): Promise<string> {
  const json = loneRpc({ method, params })
  return (await askProvider({ rest, url: rpcUrl, json, schema: v.object({ result: v.string() }) })).result
}
