import type { TokenBalance, Transfer } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { InvalidTransferError, JsonRpcError } from '@foyer/core/errors'
import type { EvmCall } from '../family.js'
import { decodeText, decodeUint, encodeCall, mostUint256 } from './abi.js'
import type { Reading } from './chainAnswers.js'

/** @returns the address with its `0x`; undefined for anything else than 40 hex digits [S5.18] */
export function parseAddress(text: string): Hex | undefined {
  const address = /^0x/i.test(text) ? `0x${text.slice(2)}` : `0x${text}`
  return isHex(address) && address.length === 42 ? address : undefined
}

/** Whether two addresses are the same; a checksum, or none, says nothing. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The call that moves a coin, an ERC-20 token, or an ERC-721 or ERC-1155 item. @throws InvalidTransferError */
export function transferCall({ from, transfer }: { readonly from: string; readonly transfer: Transfer }): EvmCall {
  const { asset, amount } = transfer
  const to = parseAddress(transfer.to)
  const sender = parseAddress(from)
  if (!to || !sender) throw new InvalidTransferError({ field: 'to' })
  if (amount < 0n || amount > mostUint256) throw new InvalidTransferError({ field: 'amount' })
  if (asset.type === 'coin') return { to, value: amount }
  const contract = parseAddress(asset.address)
  if (!contract) throw new InvalidTransferError({ field: 'asset' })
  if (asset.type === 'token') return { to: contract, data: encodeCall({ call: 'transfer', words: [to, amount] }) }
  const id = /^\d{1,78}$/.test(asset.tokenId) ? BigInt(asset.tokenId) : mostUint256 + 1n
  if (id > mostUint256) throw new InvalidTransferError({ field: 'asset' })
  if (asset.standard === 'erc1155') {
    const words = [sender, to, id, amount]
    return { to: contract, data: encodeCall({ call: 'safeTransferFrom1155', words, endsWithBytes: true }) }
  }
  if (asset.standard !== undefined && asset.standard !== 'erc721') throw new InvalidTransferError({ field: 'asset' })
  if (amount !== 1n) throw new InvalidTransferError({ field: 'amount' })
  return { to: contract, data: encodeCall({ call: 'safeTransferFrom721', words: [sender, to, id] }) }
}

/** A call without data moves the coin, and nothing else. */
export function transferIn({ to, value = 0n, data = '0x' }: EvmCall): Transfer | undefined {
  return data === '0x' ? { to, asset: { type: 'coin' }, amount: value } : undefined
}

/** Reads an account's balances of named ERC-20 tokens; an address that is no token's is left out. */
export async function tokenBalances({
  read,
  address,
  tokens,
  signal,
}: Reading & { readonly address: string; readonly tokens: readonly string[] }): Promise<readonly TokenBalance[]> {
  const owner = parseAddress(address)
  if (!owner) return []
  const found = await Promise.all(
    tokens.map(async (token): Promise<readonly TokenBalance[]> => {
      const to = parseAddress(token)
      if (!to) return []
      const call = (data: Hex) => callOrNothing({ read, to, data, signal })
      const [held, decimals, symbol, name] = await Promise.all([
        call(encodeCall({ call: 'balanceOf', words: [owner] })).then(decodeUint),
        call(encodeCall({ call: 'decimals' })).then(decodeUint),
        call(encodeCall({ call: 'symbol' })).then(decodeText),
        call(encodeCall({ call: 'name' })).then(decodeText),
      ])
      if (held === undefined || decimals === undefined || decimals > 255n) return []
      return [
        { address: to, value: held, decimals: Number(decimals), symbol: symbol ?? '', name: name ?? symbol ?? '' },
      ]
    }),
  )
  return found.flat()
}

/** An `eth_call`; a contract that reverts has no such function, and answers nothing. Other failures are the node's. */
export async function callOrNothing({
  read,
  to,
  data,
  signal,
}: Reading & { readonly to: Hex; readonly data: Hex }): Promise<unknown> {
  try {
    return await read({ method: 'eth_call', params: [{ to, data }, 'latest'], signal })
  } catch (error) {
    if (error instanceof JsonRpcError && (error.rpcCode === 3 || /revert/i.test(error.message))) return '0x'
    throw error
  }
}
