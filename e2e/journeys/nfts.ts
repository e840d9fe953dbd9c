import { deployNfts, devAccounts, localEditionsAbi, localNftAbi, sendUnlocked } from '@foyer/stack'
import {
  type Address,
  createClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
} from 'viem'
import type { ChainAddress } from '../addresses.js'

/** A picture as strangers make them: a drawing with a script in it would be refused, this one is only a drawing. */
const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colour}"/><circle cx="32" cy="28" r="14" fill="#fff"/><path d="M8 64c4-18 44-18 48 0z" fill="#fff"/></svg>`

const encoded = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString('base64')}`

/** Metadata in the address itself, so that nothing has to be fetched from anywhere. */
const metadata = ({ name, colour }: { readonly name: string; readonly colour: string }) =>
  encoded('application/json', JSON.stringify({ name, image: encoded('image/svg+xml', drawing(colour)) }))

export interface GivenNfts {
  /** ERC-721, with a token 7, whose name turns its line around, and as many more as wanted */
  readonly nft: Address
  /** ERC-1155, with three of the token 5 */
  readonly editions: Address
  /** ERC-721 that advertises */
  readonly scam: Address
}

/** Gives an account NFTs on a local chain: of two collections that it knows nothing bad of, and of one that is spam. */
export async function giveNfts({
  chain,
  to,
  more = 0,
}: {
  readonly chain: Pick<ChainAddress, 'url'>
  readonly to: Address
  readonly more?: number | undefined
}): Promise<GivenNfts> {
  const { url } = chain
  const editionsUri = metadata({ name: 'Harbour print', colour: '#3d6f8e' })
  const { nft, editions } = await deployNfts({ url, editionsUri })
  const { nft: scam } = await deployNfts({ url, name: 'Claim your reward at foyer-drop.xyz', symbol: 'FREE' })
  const { address: giver } = devAccounts[1]
  const client = createClient({ transport: http(url) })
  const send = (contract: Address, data: Hex) =>
    sendUnlocked({ client, transaction: { from: giver, to: contract, data, gas: 3_000_000n } })
  const mint = ({ of, tokenId, uri }: { readonly of: Address; readonly tokenId: bigint; readonly uri: string }) =>
    send(of, encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [to, tokenId, uri] }))
  for (let tokenId = 100n; tokenId < 100n + BigInt(more); tokenId += 1n)
    await mint({ of: nft, tokenId, uri: metadata({ name: `Study ${tokenId}`, colour: '#8a6fae' }) })
  await mint({ of: nft, tokenId: 7n, uri: metadata({ name: 'Foyer \u202eCat', colour: '#c9653b' }) })
  await send(editions, encodeFunctionData({ abi: localEditionsAbi, functionName: 'mint', args: [to, 5n, 3n] }))
  await mint({ of: scam, tokenId: 1n, uri: '' })
  return { nft, editions, scam }
}

/** Has an account approve as a dapp would have it, without its wallet: all of a token, all of a collection, one NFT. */
export async function approveAll({
  chain,
  account,
  token,
  collection,
  spender,
  amount = maxUint256,
}: {
  readonly chain: Pick<ChainAddress, 'url'>
  readonly account: Address
  readonly token: Address
  readonly collection: Address
  readonly spender: Address
  /** Of the token; all that there is unless said. */
  readonly amount?: bigint
}): Promise<void> {
  const transport = http(chain.url)
  const test = createTestClient({ mode: 'anvil', transport })
  await test.impersonateAccount({ address: account })
  const send = (to: Address, data: Hex) =>
    sendUnlocked({ client: createClient({ transport }), transaction: { from: account, to, data } })
  await send(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }))
  const all = { abi: localNftAbi, functionName: 'setApprovalForAll', args: [spender, true] } as const
  await send(collection, encodeFunctionData(all))
  await test.stopImpersonatingAccount({ address: account })
}
