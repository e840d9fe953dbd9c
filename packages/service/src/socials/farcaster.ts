import type { Hex } from '@foyer/core/hex'
import { InvalidResponseError } from '@foyer/core/invalidResponse'
import { loneRpc } from '@foyer/core/loneRpc'
import { type FarcasterSignature, nonceOf } from '@foyer/custody/social'
import { evmSignerKind } from '@foyer/evm/signerKind'
import * as v from 'valibot'
import { encodeFunctionData, getAddress, isHex, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { askProvider } from './askProvider.js'
import type { ProviderRest } from './providerRest.js'
import { ProviderAwayError, SocialRefusedError } from './refusals.js'
import { type Farcaster, idRegistry, redirectUriOf } from './socialsConfig.js'
import type { StatedAccount } from './statedAccount.js'

/** Logins at Farcaster, by what the owner of an account has signed. @see FIP-11 */
export interface FarcasterLogin {
  /**
   * Reads and checks a message of Sign In With Farcaster by itself: of the wallet's page, of the login and device that the hash is of, in time, signed by
   * its account's key or contract, which the registry on chain says is the owner of the one fid that it names. What a relay says beside it counts for nothing.
   * @throws SocialRefusedError · ProviderBusyError · ProviderAwayError where the chain can't be asked
   * @see FIP-11, EIP-4361, ERC-1271
   */
  read(signed: FarcasterSignature & { readonly hash: string }): Promise<StatedAccount>
}

export interface CreateFarcaster extends Farcaster {
  readonly origin: string
  readonly now: () => number
  /** of the chain's node, without which no one logs in */
  readonly rest: ProviderRest
}

/** The wallet's page as a message names it. */
export const pageOf = ({ origin }: Pick<CreateFarcaster, 'origin'>) => ({
  domain: new URL(origin).host,
  uri: redirectUriOf({ origin }),
})
type Expected = ReturnType<typeof pageOf> & { readonly nonce: string }

/** OP Mainnet, whatever chain a node says it is of. @see FIP-11 */
const chainId = 10
const networkId = `eip155:${chainId}`
const statement = 'Farcaster Auth'
/** As long as a login may take, and how far the clocks may be apart [F6]. */
const [oldestMs, apartMs] = [1_800_000, 60_000]

const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const fidResource = /^farcaster:\/\/fid\/([1-9]\d{0,19})\/?$/

export function createFarcaster({
  origin,
  now,
  rest,
  rpcUrl,
  idRegistry: registry = idRegistry,
}: CreateFarcaster): FarcasterLogin {
  const ask = async (question: Parameters<typeof loneRpc>[0]) =>
    (await askProvider({ rest, url: rpcUrl, json: loneRpc(question), schema: v.object({ result: v.string() }) })).result
  return {
    async read({ message, signature, hash }) {
      const expected = { ...pageOf({ origin }), nonce: nonceOf(hash) }
      const { custody, fid } = readText({ text: message, expected, now: now() })
      if (!isHex(signature)) throw new SocialRefusedError({})
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
      return { subject: fid, email: null, userName: null }
    },
  }
}

/** All that stands before the times is known to the letter, so that it is compared and not read [X4]. */
function headOf({ domain, uri, nonce }: Expected, custody: string): string {
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

interface ReadText {
  readonly text: string
  readonly expected: Expected
  /** ms since 1970 */
  readonly now: number
}

/** @throws SocialRefusedError */
function readText({ text, expected, now }: ReadText): { custody: Hex; fid: string } {
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
